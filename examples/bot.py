"""A bot in plain Python: joins a game by its six letters and answers by the first option that is accepted.

python examples/bot.py http://127.0.0.1:8000 ABCDEF
"""

import json
import sys
from contextlib import suppress
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def call(address: str, body: object = None, token: str = "") -> Any:
    """Ask the server something; with a body it is a POST."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    return urlopen(Request(address, None if body is None else json.dumps(body).encode(), headers))


def play(server: str, code: str) -> Any:
    """Sit down, answer every question, and return how the game ended."""
    me = json.load(call(f"{server}/api/join", {"code": code, "name": "bot"}))
    game = f"{server}/api/games/{me['game']}"
    for line in call(f"{game}/stream", token=me["token"]):
        message = json.loads(line)
        if message.get("result"):
            return message["result"]
        if question := message.get("question"):
            options = [option["answer"] for option in question["options"]]
            if question["kind"] == "choose several":
                options = [options[:count] for count in range(question["form"]["least"], len(options) + 1)]
            for answer in options:
                given = {"seat": question["seat"], "number": question["number"], "answer": answer}
                with suppress(HTTPError):
                    call(f"{game}/answers", given, me["token"])
                    break
    raise ConnectionError("the server has closed the stream")


if __name__ == "__main__":
    print(play(*sys.argv[1:3]))
