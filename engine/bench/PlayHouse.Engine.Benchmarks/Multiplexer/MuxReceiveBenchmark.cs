namespace PlayHouse.Engine.Benchmarks.Multiplexer;

/// <summary>Where the reader gathers a message.</summary>
public class MuxReceiveBenchmark() : MuxBenchmark("mux-receive");
