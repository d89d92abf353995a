"""Words that, at the end of a path, say what to do: `/accounts/{id}/reject`, `/users/search`.

A list, because what a path means must not depend on which other paths there are: adding an
operation would rename another one. Words that are as often things (`/orders/{id}/refund`,
`/posts/{id}/comment`) are not in it; what is not in it is a resource.
"""

from __future__ import annotations

from typing import Final

ACTIONS: Final = frozenset(
    (
        *("abort", "accept", "acknowledge", "activate", "add", "analyze", "append", "apply"),
        *("approve", "archive", "assign", "attach", "authenticate", "authorize", "ban", "block"),
        *("bulk", "calculate", "cancel", "capture", "check", "claim", "clear", "clone", "close"),
        *("commit", "compare", "complete", "compute", "confirm", "connect", "convert", "copy"),
        *("count", "create", "deactivate", "decline", "decrypt", "delete", "deny", "deploy"),
        *("destroy", "detach", "disable", "disconnect", "dismiss", "download", "duplicate"),
        *("edit", "embed", "enable", "encrypt", "end", "enroll", "evaluate", "exchange"),
        *("execute", "expire", "export", "fail", "fetch", "find", "finish", "follow", "fork"),
        *("generate", "get", "hide", "import", "init", "initialize", "install", "introspect"),
        *("invalidate", "invite", "invoke", "join", "kick", "launch", "leave", "like", "link"),
        *("list", "load", "lock", "login", "logout", "lookup", "mark", "match", "merge", "migrate"),
        *("move", "mute", "notify", "open", "parse", "pause", "ping", "preview", "process"),
        *("promote", "publish", "purge", "query", "queue", "read", "rebuild", "receive"),
        *("recover", "redeem", "refresh", "register", "reject", "release", "reload", "remove"),
        *("rename", "render", "renew", "reopen", "reorder", "replace", "replay", "reply"),
        *("rerun", "resend", "reset", "resolve", "restart", "restore", "resume", "retrieve"),
        *("retry", "revert", "revoke", "rollback", "rotate", "run", "save", "scan", "search"),
        *("send", "set", "share", "show", "sign", "signin", "signout", "signup", "simulate"),
        *("skip", "snooze", "sort", "start", "stop", "submit", "subscribe", "suspend", "sync"),
        *("synchronize", "terminate", "toggle", "trigger", "unarchive", "unassign", "unban"),
        *("unblock", "undelete", "undo", "unfollow", "unhide", "uninstall", "unlike", "unlink"),
        *("unlock", "unmute", "unpublish", "unregister", "unshare", "unsubscribe", "update"),
        *("upgrade", "upload", "upsert", "validate", "verify", "void", "withdraw"),
    )
)
