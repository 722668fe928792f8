from hypothesis import HealthCheck, settings

# Machines are noisy: no test may fail because one run was slow.
settings.register_profile("ridotto", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ridotto")
