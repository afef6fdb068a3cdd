"""What pictures are made of, whatever the game: shapes, SVG and pixels made from them, animations."""
