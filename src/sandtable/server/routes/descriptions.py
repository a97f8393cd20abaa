"""What the description of the HTTP side says besides each handler: refusals, and who may ask."""

from __future__ import annotations

from litestar.datastructures import ResponseHeader
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Components, SecurityRequirement, SecurityScheme

from sandtable.server.routes.bodies import Refusals

_WHY = {
    400: "It cannot be carried out; nothing has changed.",
    403: "Not by this device, not from here, or not now.",
    404: "It is not there.",
    413: "It is too large.",
    429: "Too many requests come from here.",
}

REFUSED = {
    status: ResponseSpec(Refusals, generate_examples=False, description=why) for status, why in _WHY.items()
}
"""How anything may be refused."""

UNKNOWN_DEVICE = {
    **REFUSED,
    401: ResponseSpec(Refusals, generate_examples=False, description="No device of this game has the token."),
}
"""How something may be refused that only a device of the game may ask for."""

FORGOTTEN = [ResponseHeader(name="cache-control", value="no-store")]
"""What belongs to one device's eyes is kept by no browser: others may sit down before it."""

DEVICE: list[SecurityRequirement] = [{"token": []}]
"""The caller must send the token of a device."""

COMPONENTS = Components(
    security_schemes={
        "token": SecurityScheme(
            type="http",
            scheme="bearer",
            description="The token of a device, as creating and joining give it.",
        )
    }
)
