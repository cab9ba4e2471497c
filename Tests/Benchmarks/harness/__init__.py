"""What Tests/Benchmarks/run starts: it drives the servers, the load and the micro-benchmarks."""
