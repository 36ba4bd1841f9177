"""The cue of a shared screen as nodes tell it each other: a word that is kept nowhere."""

import msgspec

from diamant.protocol.incoming import Counted, GuestId, Moment
from diamant.protocol.outgoing import Cued


class _Word(msgspec.Struct, array_like=True, frozen=True):
    """A cue within bounds, as from a client, since other releases may say other things."""

    guest: GuestId
    public_number: Counted
    moment: Moment


_decoder = msgspec.json.Decoder(_Word)


def write_cue(cued: Cued) -> str:
    """Return a cue as one line.

    >>> write_cue(Cued(guest="g2", public_number=17, moment="turn"))
    '["g2",17,"turn"]'
    """
    return msgspec.json.encode([cued.guest, cued.public_number, cued.moment]).decode()


def read_cue(word: str) -> Cued | None:
    """Return the cue that a line tells of, or None if it tells of something else.

    >>> read_cue('["g2",17,"turn"]'), read_cue("the weather")
    (Cued(guest='g2', public_number=17, moment='turn'), None)
    """
    try:
        read = _decoder.decode(word)
    except msgspec.DecodeError:
        return None
    return Cued(guest=read.guest, public_number=read.public_number, moment=read.moment)
