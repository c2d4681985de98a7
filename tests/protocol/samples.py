"""One example of every message and every part, with values that a game could have."""

from __future__ import annotations

from typing import Final

import msgspec

from engine.ruleset import PRESETS
from protocol import dealing as d
from protocol import mapping
from protocol import messages as m
from protocol import values as v
from protocol.codes import ByeCode, RejectCode
from protocol.fairness import host_commitment, seat_commitment

CLIENT_NONCE: Final = bytes(range(32))
HOST_NONCE: Final = bytes(range(32, 64))
TOKEN: Final = bytes(range(64, 80))
TABLE_ID: Final = bytes(range(80, 96))

HELLO: Final = m.Hello(proto_min=1, proto_max=1, app="skipbo-lan 1.0.0", nonce=CLIENT_NONCE)
CHALLENGE: Final = m.Challenge(version=1, table_id=TABLE_ID, epoch=1, nonce=HOST_NONCE, locked=False)
PROVE_NEW: Final = m.Prove(kind="new", name="Bea", bot=False, proof=None)
WELCOME: Final = m.Welcome(
    seat=1, name="Bea", owner=False, token=TOKEN, proof=None, last_id=0, table="Kitchen", table_id=TABLE_ID
)
REJECTED: Final = m.Rejected(code=RejectCode.FULL, app="skipbo-lan 1.0.0", proto_min=1, proto_max=1)

RULESET: Final = mapping.ruleset_to_wire(PRESETS["classic"])

ANNA: Final = m.WirePlayer(
    seat=0,
    name="Anna",
    kind="human",
    level=None,
    presence="here",
    grace_ms=None,
    ready=False,
    offered=False,
    relieved=False,
)
BEA: Final = msgspec.structs.replace(ANNA, seat=1, name="Bea", presence="away", grace_ms=90_000)

ROOM: Final = m.Room(
    rev=7,
    table="Kitchen",
    stage="playing",
    capacity=6,
    you=1,
    owner=0,
    players=[ANNA, BEA],
    ruleset=RULESET,
    scores=[0, 45],
    wins=[0, 1],
    rounds_played=1,
    winners=[],
    pace_ms=600,
    next_round_ms=None,
    turn_ms=None,
    accusation=None,
    absent="bot",
    watching=0,
    spectators=True,
    locked=False,
    saved=True,
    seeded=False,
)

VIEW: Final = v.WireView(
    observer=1,
    hand=[0, 3, 7, 7, 12],
    seats=[
        v.WireSeat(stock_top=9, stock_count=30, hand_count=5, discards=[[4], [], [], []], no_draw=False),
        v.WireSeat(stock_top=0, stock_count=29, hand_count=5, discards=[[5, 5], [], [], []], no_draw=False),
    ],
    building=[
        v.WirePile(cards=[1, 0], height=2),
        v.WirePile(cards=[], height=0),
        v.WirePile(cards=[], height=0),
        v.WirePile(cards=[], height=0),
    ],
    draw_count=88,
    set_aside=[],
    dealer=1,
    turn=1,
    intruder=None,
    draw_due=False,
    ruleset=RULESET,
    outcome=None,
)

PLAYED: Final = v.PlayedEvent(seat=1, source=v.HandSource(card=0), card=0, pile=0, value=2)
PLAY: Final = v.PlayAction(source=v.HandSource(card=3), pile=0)
UPDATE: Final = m.Update(epoch=1, seq=4, ack=2, events=[PLAYED], view=VIEW)
ACT: Final = m.Act(id=3, epoch=1, seq=4, action=PLAY)
BYE: Final = m.Bye(code=ByeCode.LEFT)
EVERY_PING: Final = m.Ping(n=5)

ROUND: Final = 1
SECRET: Final = bytes(range(96, 128))
"""The host's, for the deal of that round. Bea did not show her number in the first attempt, nor Cid."""
NONCES: Final = {
    1: {1: bytes(range(128, 160)), 2: bytes(range(160, 192)), 3: bytes(range(192, 224))},
    2: {3: bytes(range(224, 256))},
}
"""Attempt -> seat -> the number of its client."""


def host_commitment_of(attempt: int) -> bytes:
    return host_commitment(TABLE_ID, ROUND, attempt, SECRET)


def commitments_of(attempt: int) -> list[d.SeatCommitment]:
    return [
        d.SeatCommitment(seat=seat, commitment=seat_commitment(TABLE_ID, ROUND, attempt, seat, nonce))
        for seat, nonce in NONCES[attempt].items()
    ]


FIRST_ATTEMPT: Final = d.WireAttempt(
    number=1,
    asked=[1, 2, 3],
    away=[4],
    left_out=[],
    dealer=1,
    why=None,
    host=host_commitment_of(1),
    commitments=commitments_of(1),
    nonces=[d.SeatNonce(seat=3, nonce=NONCES[1][3])],
)
LAST_ATTEMPT: Final = d.WireAttempt(
    number=2,
    asked=[3],
    away=[4],
    left_out=[1, 2],
    dealer=1,
    why="missed",
    host=host_commitment_of(2),
    commitments=commitments_of(2),
    nonces=[d.SeatNonce(seat=3, nonce=NONCES[2][3])],
)
DEAL: Final = d.Deal(round=ROUND, attempt=2, asked=[3], away=[4], left_out=[1, 2], dealer=1, why="missed")
COMMIT: Final = d.Commit(round=ROUND, attempt=2, commitment=commitments_of(2)[0].commitment)
COMMITMENTS: Final = d.Commitments(round=ROUND, attempt=2, host=host_commitment_of(2), seats=commitments_of(2))
REVEAL: Final = d.Reveal(round=ROUND, attempt=2, nonce=NONCES[2][3])
DEAL_PROOF: Final = d.DealProof(
    round=ROUND,
    seq=40,
    players=5,
    dealer=0,
    ruleset=RULESET,
    secret=SECRET,
    attempts=[FIRST_ATTEMPT, LAST_ATTEMPT],
    actions=3,
)
DEAL_ACTIONS: Final = d.DealActions(
    round=ROUND,
    actions=[
        d.Taken(seat=1, action=PLAY),
        d.Taken(seat=1, action=v.DiscardAction(card=12, pile=3)),
        d.Taken(seat=None, action=v.PenaliseAction(offender=1)),
    ],
)

REQUESTS: Final[tuple[m.Message, ...]] = (
    m.Sit(seat=3),
    m.Swap(a=0, b=3),
    m.AddBot(level="easy"),
    m.RemoveBot(seat=2),
    m.RemovePlayer(seat=1),
    m.BotNow(seat=1),
    m.WaitLonger(seat=1),
    m.Give(seat=1),
    m.Configure(ruleset=RULESET),
    m.Start(dealer=None),
    m.Ready(),
    m.Pace(ms=300),
    m.Accuse(offender=0),
    m.Confirm(guilty=True),
    m.Again(),
    m.CloseTable(),
    ACT,
    m.Say(text="well played", team=False),
    COMMIT,
    REVEAL,
)
NEWS: Final[tuple[m.Message, ...]] = (
    ROOM,
    UPDATE,
    m.Refused(id=3, code="WRONG_VALUE"),
    m.Said(seat=0, name="Anna", text="well played", team=False, held=False),
    DEAL,
    COMMITMENTS,
    DEAL_PROOF,
    DEAL_ACTIONS,
)
EVERY_MESSAGE: Final[tuple[m.Message, ...]] = (
    HELLO,
    CHALLENGE,
    PROVE_NEW,
    WELCOME,
    REJECTED,
    *NEWS,
    *REQUESTS,
    EVERY_PING,
    m.Pong(n=5),
    BYE,
)
