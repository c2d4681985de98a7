"""Skip-Bo on one local network: everything that waits, sleeps, reads or draws."""

__version__ = "1.0.0"
