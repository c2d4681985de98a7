"""Examines this computer and the way to another one: each check looks, changes nothing, and returns a finding."""
