import signal

from hypothesis import HealthCheck, settings

# Machines are noisy: no test may fail because one run was slow.
settings.register_profile("ridotto", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ridotto")

# Whoever starts the tests in the background ignores Ctrl-C, and so would every program that the tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
