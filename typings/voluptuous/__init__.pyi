# Home Assistant serves probatio under this name.
from probatio import *
