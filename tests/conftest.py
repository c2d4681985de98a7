"""What holds for all tests: no deadline for Hypothesis, and Ctrl-C for the programs that tests start."""

from __future__ import annotations

import signal

from hypothesis import settings

# A busy machine is slow; a failure tells how to repeat it.
settings.register_profile("everywhere", deadline=None, print_blob=True)
settings.load_profile("everywhere")

# A shell starts what runs in the background without Ctrl-C, and programs hand that on to those they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
