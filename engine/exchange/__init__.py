"""Games as files: Toptable's own and those of other programs, one module a format, text in and values out.

Each foreign format has ``read_…(text, …) -> Imported`` and ``write_…(game) -> Exported``. What a format cannot carry, or a file holds
beyond what Toptable knows, is named in ``notes`` and never dropped silently. Every reader raises only
:class:`engine.errors.ExchangeError`.
"""
