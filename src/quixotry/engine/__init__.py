"""Finding moves: the plain generator and the compiled one it checks."""
