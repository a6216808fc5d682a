"""What a character display shows and what it is to show: the next few characters to write, for MicroPython and CPython alike.

A whole line takes an HD44780 behind an I2C expander 25 ms; a terminal on a bus must have answered within 50.
"""


class Picture:
    """Rows of characters, all blank at first."""

    def __init__(self, rows: int, columns: int) -> None:
        self._columns = columns
        self._shown = [" " * columns for _ in range(rows)]
        self._wanted = self._shown

    def want(self, lines: list[str]) -> None:
        """What is to be shown, a line for each row; it is cut and filled up to the width. What is not ASCII becomes `?`."""
        plain = ["".join([letter if " " <= letter <= "~" else "?" for letter in line[: self._columns]]) for line in lines]
        self._wanted = [line + " " * (self._columns - len(line)) for line in plain]

    def change(self, most: int) -> tuple[int, int, str] | None:
        """Row, column and text of the next piece to write, *most* characters at most; None when all is shown."""
        for row, new in enumerate(self._wanted):
            old = self._shown[row]
            for column in range(self._columns):
                if old[column] != new[column]:
                    piece = new[column : column + most]
                    self._shown[row] = old[:column] + piece + old[column + most :]
                    return row, column, piece
        return None
