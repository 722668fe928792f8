"""A match and its record: the log of moves, and that log as a text file."""

from ridotto.match.match import (
    ANNULS,
    ENDINGS,
    NAME_LENGTH,
    OVERTIME,
    RESIGNS,
    Audience,
    Entry,
    Line,
    Match,
    clean_line,
    clean_name,
    nameless,
)
from ridotto.match.reading import read_head, read_record, read_study
from ridotto.match.study import Remarks, Study, Variation, clean_note, clean_title, dealt, show_start, starts_of

__all__ = [
    "ANNULS",
    "ENDINGS",
    "NAME_LENGTH",
    "OVERTIME",
    "RESIGNS",
    "Audience",
    "Entry",
    "Line",
    "Match",
    "Remarks",
    "Study",
    "Variation",
    "clean_line",
    "clean_name",
    "clean_note",
    "clean_title",
    "dealt",
    "nameless",
    "read_head",
    "read_record",
    "read_study",
    "show_start",
    "starts_of",
]
