"""Logging that shows no secrets. The logger is named after the package."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from .configuration import ApiKey, Configuration

HIDDEN = "[redacted]"
_SECRET = re.compile(
    r"auth|cookie|token|secret|passw|credential|signature|session"
    r"|(api|access|account|private|shared)key"
    r"|(^|[-_.])(key|sig|pwd|pass|jwt|otp|code_verifier)($|[-_.])",
    re.IGNORECASE,
)
_LEVELS = {"debug": 10, "info": 20, "warning": 30}
"""As in `logging`."""


class CallLog:
    """Writes what is sent and received, secrets left out, bodies by their size only."""

    def __init__(self, configuration: Configuration) -> None:
        import logging  # slow to import, and a client comes after the import

        self._logger = logging.getLogger(configuration.package)
        self._names = frozenset(
            scheme.name.lower()
            for scheme in configuration.schemes.values()
            if isinstance(scheme, ApiKey)
        )
        level = os.environ.get(configuration.log_environment or "", "").lower()
        if configuration.log_environment and level in _LEVELS:
            self._logger.setLevel(_LEVELS[level])
            if not self._logger.handlers and not logging.getLogger().handlers:
                handler = logging.StreamHandler()
                handler.setFormatter(
                    logging.Formatter("%(asctime)s %(name)s %(levelname)s %(message)s")
                )
                self._logger.addHandler(handler)

    def is_secret(self, name: str) -> bool:
        """Whether a header, query parameter or cookie of this name holds a secret."""
        return name.lower() in self._names or _SECRET.search(name) is not None

    def headers(self, headers: Iterable[tuple[str, str]]) -> dict[str, str]:
        """Headers for showing."""
        return {name: HIDDEN if self.is_secret(name) else value for name, value in headers}

    def url(self, url: str) -> str:
        """A URL for showing: no user, no password, no secret in the query."""
        parts = urlsplit(url)
        pairs = [pair.partition("=") for pair in parts.query.split("&")] if parts.query else []
        query = "&".join(
            (f"{name}={HIDDEN}" if equals and self.is_secret(name) else name + equals + value)
            for name, equals, value in pairs
        )
        netloc = parts.netloc.rpartition("@")[2]
        return parts._replace(netloc=netloc, query=query, fragment="").geturl()

    def sending(
        self, verb: str, url: str, headers: Iterable[tuple[str, str]], size: int | None
    ) -> None:
        """A request is about to leave."""
        if self._logger.isEnabledFor(_LEVELS["debug"]):
            body = "unknown size" if size is None else f"{size} bytes"
            shown = self.headers(headers)
            self._logger.debug("sending %s %s headers=%s body=%s", verb, self.url(url), shown, body)

    def received(
        self,
        verb: str,
        url: str,
        status: int,
        headers: Iterable[tuple[str, str]],
        seconds: float,
    ) -> None:
        """An answer came."""
        if self._logger.isEnabledFor(_LEVELS["info"]):
            shown = self.url(url)
            self._logger.info("%s %s -> %d in %.3f s", verb, shown, status, seconds)
            self._logger.debug("received headers=%s", self.headers(headers))

    def retrying(self, verb: str, url: str, reason: str, seconds: float, left: int) -> None:
        """A try failed and there will be another."""
        self._logger.info(
            "%s %s: %s; trying again in %.3f s, %d retries left",
            verb,
            self.url(url),
            reason,
            seconds,
            left,
        )
