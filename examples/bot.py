"""A bot in plain Python: joins a game by its six letters and gives the first answer that is accepted.

python examples/bot.py http://127.0.0.1:8000 ABCDEF
"""

import json
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations
from secrets import token_hex
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def call(address: str, body: object = None, token: str = "") -> Any:
    """Ask the server something; with a body it is a POST."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    return urlopen(Request(address, None if body is None else json.dumps(body).encode(), headers))


def answers_to(question: dict[str, Any]) -> Iterator[Any]:
    """What is offered; of several things those that are proposed, else so many of them as may be chosen."""
    options, form = [option["answer"] for option in question["options"]], question["form"]
    if question["kind"] != "choose several":
        yield from options
        return
    if form.get("proposed"):
        yield form["proposed"]
        return
    least, most = form.get("least", 0), form.get("most")
    for count in range(least, (len(options) if most is None else most) + 1):
        yield from map(list, combinations(options, count))


def salt_for(server: str, code: str) -> str:
    """Where dice are sealed, what they are committed to and words that nobody knew before."""
    cards = json.load(call(f"{server}/api/games?code={code}"))
    commitment = cards[0]["commitment"] if cards else ""
    return f"{commitment} {token_hex(16)}" if commitment else ""


def play(server: str, code: str) -> Any:
    """Sit down, answer every question, and return how the game ended."""
    me = json.load(call(f"{server}/api/join", {"code": code, "name": "bot", "salt": salt_for(server, code)}))
    game = f"{server}/api/games/{me['game']}"
    answered = -1
    for line in call(f"{game}/stream", token=me["token"]):
        message = json.loads(line)
        if message.get("result"):
            return message["result"]
        question = message.get("question")
        if question and question["number"] != answered:  # while others answer too, it may be told twice
            for answer in answers_to(question):
                given = {"seat": question["seat"], "number": question["number"], "answer": answer}
                with suppress(HTTPError):
                    call(f"{game}/answers", given, me["token"])
                    answered = question["number"]
                    break
    raise ConnectionError("the server has closed the stream")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    print(play(*sys.argv[1:]))
