"""Each game as the browser gets it: what may be seen, where it lies, what may be done. Views in, nothing else."""
