"""The first battle: two small Companies on a small table, ready within seconds."""

from __future__ import annotations

BOOK = "companies-and-captains"
SCENARIO = "pitched-battle"
OPTIONS: dict[str, object] = {"points_limit": 12}
PLAYERS = {"A": "human", "B": "greedy"}

COMPANIES = {
    "A": """River Watch
Shieldbearers: Heavy Foot with Well-Armed; 12 models; Captain
Bowmen: Light Missile; 12 models
Outriders: Heavy Cavalry; 6 models
""",
    "B": """Hill Raiders
Axes: Elite Foot; 12 models; Captain
Javelins: Light Missile; 12 models
Hounds: Light Beast; 6 models
""",
}

WELCOME = (
    "You lead the {mine}, marked {mark}; the {theirs} are led by the program. "
    "Each turn you name one unit after another and give it an order. Two dice must reach its number; the "
    "first failure ends your turn. Units lose strength (R), waver and run; the game ends when few are left.\n"
    "Type the number of an answer, or ? for everything else: hint for advice, odds N for chances, undo."
)
"""What a newcomer is told, once."""
