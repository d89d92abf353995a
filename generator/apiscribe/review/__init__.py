"""Page and spec held against each other: what has drifted, and both side by side."""
