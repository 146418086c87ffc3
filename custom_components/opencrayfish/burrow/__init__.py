"""How the animal is housed in Home Assistant: each file is one port of the organism, or one view of it.

Imports Home Assistant and the organism, never a platform file.
"""
