"""What all families of pages share: endpoint lines, types, marks, limits, samples, sections."""
