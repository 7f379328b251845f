"""Games, positions and moves as text: GCG, CGP, coordinates, and the record that stores keep."""
