"""Programs that play badly, as somebody might write them by mistake or on purpose."""

from __future__ import annotations

import sys

# Says hello and gets ready, as the protocol asks; then whatever is put in place of TURN happens when it is its turn.
_FRAME = """
import json, os, signal, subprocess, sys, time
def say(**answer):
    print(json.dumps(answer), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    kind = asked["type"]
    if kind == "hello":
        HELLO
    elif kind == "new_game":
        READY
    elif kind == "result":
        say(type="ready")
    else:
        TURN
"""
HELLO = 'say(type="hello", protocol=1, name="Bad")'
PASS = 'say(type="move", move={"kind": "accept" if asked["view"]["pending"] else "pass"})'


def bot(
    turn: str = PASS, *, hello: str = HELLO, ready: str = 'say(type="ready")', first: str = ""
) -> tuple[str, ...]:
    """The command of a program that does this when it is asked for a move."""
    text = first + _FRAME.replace("HELLO", hello).replace("READY", ready).replace("TURN", turn)
    return (sys.executable, "-S", "-c", text)


DAEMON = (
    "import os, signal, sys, time\n"
    "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
    "os.setsid()\n"
    "if os.fork(): os._exit(0)\n"
    "time.sleep(3600)"
)

FAILURES: dict[str, tuple[tuple[str, ...], str]] = {
    "hangs": (bot("time.sleep(3600)"), "late"),
    "hangs at hello": (bot(hello="time.sleep(3600)"), "late"),
    "hangs before a game": (bot(ready="time.sleep(3600)"), "late"),
    "turns round in circles": (bot("while True: pass"), "late"),
    "ignores requests to end": (
        bot(
            "time.sleep(3600)", first="import signal\nfor s in (1, 2, 15): signal.signal(s, signal.SIG_IGN)\n"
        ),
        "late",
    ),
    "exits": (bot("sys.exit(3)"), "exited"),
    "exits at once": ((sys.executable, "-S", "-c", ""), "exited"),
    "crashes": (bot("os.kill(os.getpid(), signal.SIGSEGV)"), "exited"),
    "closes its output": (bot("os.close(1); time.sleep(3600)"), "exited"),
    "floods in lines": (bot("while True: say(type='progress', rollouts=1)"), "bad_answer"),
    "floods in one line": (bot("while True: sys.stdout.write('x' * 65536)"), "flood"),
    "floods when nobody asks": (
        bot(f"{PASS}\n        while True: print('x' * 1000)"),
        "out_of_turn bad_answer flood",
    ),
    "floods its errors": (bot("while True: sys.stderr.write('x' * 65536)"), "late"),
    "speaks no JSON": (bot("print('my move is a pass', flush=True)"), "bad_answer"),
    "speaks before it is asked": (
        bot(ready="print(2 * (json.dumps({'type': 'ready'}) + chr(10)), flush=True)"),
        "out_of_turn",
    ),
    "makes an unknown move": (bot('say(type="move", move={"kind": "fly"})'), "bad_answer"),
    "plays tiles there are not": (
        bot('say(type="move", move={"kind": "play", "placements": [{"square": 112, "sign": "7"}]})'),
        "bad_answer",
    ),
    "is of another version": (bot(hello='say(type="hello", protocol=99, name="Bad")'), "wrong_version"),
    "gives up": (bot('say(type="error", message="no idea")'), "gave_up"),
    "eats memory": (bot("eaten = []\n        while True: eaten.append(b'x' * (1 << 20))"), "memory"),
    "eats memory and is gone": (bot("eaten = bytearray(b'x') * (160 << 20); os._exit(1)"), "memory"),
    "eats memory in many processes": (
        bot(
            "for n in range(4): subprocess.Popen([sys.executable, '-S', '-c', "
            "'import time; x = bytearray(b\"x\") * (40 << 20); time.sleep(3600)'])\n        time.sleep(3600)"
        ),
        "memory",
    ),
    "starts others and hangs": (
        bot("[subprocess.Popen(['sleep', '3600']) for n in range(3)]; time.sleep(3600)"),
        "late",
    ),
    "hides a process that ignores all": (
        bot(f"subprocess.Popen([sys.executable, '-S', '-c', {DAEMON!r}]).wait(); time.sleep(3600)"),
        "late",
    ),
    "leaves a process behind": (
        bot(f"subprocess.Popen([sys.executable, '-S', '-c', {DAEMON!r}]).wait(); sys.exit(0)"),
        "exited",
    ),
    "leaves a process with its pipes": (bot("subprocess.Popen(['sleep', '3600']); os._exit(0)"), "exited"),
}
"""A command for everything that can go wrong, and the reason it loses by; reasons where it depends on who is faster."""

CHEATS: dict[str, tuple[str, ...]] = {
    "plays what it does not hold": bot(
        'say(type="move", move={"kind": "play", "placements": [{"square": s, "sign": "Q"} for s in (112, 113)]})'
    ),
    "plays off the board": bot(
        'say(type="move", move={"kind": "play", "placements": [{"square": 999, "sign": asked["view"]["rack"][0]}]})'
    ),
    "exchanges what it does not hold": bot('say(type="move", move={"kind": "exchange", "tiles": "QQQQQQQ"})'),
    "challenges nothing": bot('say(type="move", move={"kind": "challenge", "words": []})'),
}
"""Programs that answer in time and in form, but against the rules."""
