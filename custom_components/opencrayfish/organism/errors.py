"""What can go wrong, named after what the caller does next."""


class CrayfishError(Exception):
    """Root of all errors the organism raises."""


class BackendError(CrayfishError):
    """A model server did not do its work; use another one or live on instinct."""


class BackendUnreachable(BackendError):
    """No connection, or it broke; try again later."""


class BreakerOpen(BackendUnreachable):
    """Nothing was sent, because the server was away a moment ago; try again later."""


class BackendTimeout(BackendError):
    """The server accepted the request and was too slow."""


class BackendRejected(BackendError):
    """The server refuses this request (4xx); the same request will fail again."""


class ModelMissing(BackendRejected):
    """The server does not have the model; pull it or choose another."""


class BackendFault(BackendError):
    """The server failed (5xx) or answered something that is not its protocol."""


class LanguageBroken(CrayfishError):
    """A language folder cannot be used; the message names the file and the fault."""


class MemoryFault(CrayfishError):
    """Something of the animal's memory could not be read or written; nothing was half-written."""


class StorageFailed(MemoryFault):
    """The disk refused; keep what was to be written and try again later."""


class SoulProtected(MemoryFault):
    """The soul's core would change, or there is no entry to write; give up."""


class SoulMalformed(MemoryFault):
    """The file is no soul; the message names the fault. Go on with the last good one and tell a person."""


class ActionError(CrayfishError):
    """A service of the house did not do what was asked."""


class ActionFailed(ActionError):
    """It raised; the message is its reason, in words for a person."""


class ActionTimedOut(ActionError):
    """It did not return in time; say that nothing reacted."""


class ActionDenied(ActionError):
    """The person has no permission; say so."""
