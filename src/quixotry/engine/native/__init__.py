"""The compiled engine: small classes that hold each other, written in typed Python and built to C.

Nothing in here works without a compiler; ask `quixotry.lexicon.compiled.COMPILED` first.
"""
