"""What trafilatura keeps between calls: nothing here."""


def reset_caches() -> None:
    """Does nothing: pages leave nothing behind."""
