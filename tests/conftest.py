"""What all tests share: examples drawn by hypothesis are the same on every run.

``HYPOTHESIS_PROFILE=more python -m pytest tests`` draws many others.
"""

import os

from hypothesis import settings

settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("more", max_examples=2000, deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))
