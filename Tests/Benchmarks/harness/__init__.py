"""The program that Tests/Benchmarks/run starts. It runs the servers, the load and the micro-benchmarks."""
