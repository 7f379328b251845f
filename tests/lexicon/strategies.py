"""Small lexicons and racks over few letters, so that random questions have answers."""

from hypothesis import strategies as st

from quixotry.lexicon import Lexicon

words = st.text("ABCD", min_size=1, max_size=6)
lexicons = st.lists(words, max_size=40).map(Lexicon.of)
racks = st.text("ABCDE?", min_size=1, max_size=8)

# A class now and then, plain letters, dots and stars: what a person might type.
pattern_parts = st.one_of(
    st.sampled_from(["A", "B", "C", "D", ".", "?", "*", "*"]),
    st.text("ABCD", min_size=1, max_size=3).map("[{}]".format),
    st.text("ABCD", min_size=1, max_size=3).map("[^{}]".format),
)
patterns = st.lists(pattern_parts, min_size=1, max_size=8).map("".join)
