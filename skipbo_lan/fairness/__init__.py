"""Deals that anyone can check: the values of the deal exchange, and the proof after a round (P46)."""
