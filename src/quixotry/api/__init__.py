"""What `import quixotry as qx` gives: classes that put the rooms together for people who write programs.

Names are reached through `quixotry` itself, which imports each of these modules when it is first asked for.
"""
