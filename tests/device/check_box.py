"""Buttons, buzzer and lamp, with a person: .venv/bin/python tests/device/check_box.py [lgpio|rpigpio]

Asks for each button in turn and plays each signal; Ctrl-C ends it. Send the last lines with your report.
"""

from __future__ import annotations

import asyncio
import sys

from appliance.clock import MonotonicTime
from appliance.doctor import findings
from appliance.folders import default_data_folder
from appliance.gpio import BACKENDS, open_box

WAIT_S = 20


async def check(backend: str) -> list[str]:
    """One line a part."""
    pressed: asyncio.Queue[str] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    known = next(one for one in BACKENDS if one == backend)
    box = open_box(known, MonotonicTime(), loop.call_soon_threadsafe, pressed.put_nowait)
    if box is None:
        return ["no box"]
    lines = []
    try:
        for pin in box.pins:
            if pin.kind != "button":
                continue
            hold = f" and hold it for {pin.hold_ms / 1000:g} s" if pin.hold_ms else ""
            print(f"press {pin.name} ({pin.wire}, pin {pin.pin}){hold}, once")
            try:
                said = [await asyncio.wait_for(pressed.get(), WAIT_S)]
                await asyncio.sleep(1)
                said += [pressed.get_nowait() for _ in range(pressed.qsize())]
                lines.append(f"button {pin.name}: {'ok' if said == [pin.name] else 'WRONG: ' + ', '.join(said)}")
            except TimeoutError:
                lines.append(f"button {pin.name}: NOTHING came in {WAIT_S} s")
            print("  ", lines[-1])
        for signal, sound in {"warning": "three short tones", "tick": "one very short tone", "end": "one long tone"}.items():
            box.sound(signal)
            await asyncio.sleep(2.5)
            answer = await asyncio.to_thread(input, f"{sound}, and the lamp with it? [y/n] ")
            lines.append(f"signal {signal}: {answer.strip() or '-'}")
    finally:
        box.close()
    return lines


def main() -> None:
    """Run the checks and print what to send."""
    lines = asyncio.run(check(sys.argv[1] if len(sys.argv) > 1 else "lgpio"))
    print("\n--- for the report ---", *lines, sep="\n")
    for finding in findings(default_data_folder()):
        print(f"{finding.check}: {finding.level}: {finding.text}")


if __name__ == "__main__":
    main()
