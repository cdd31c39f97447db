namespace PlayHouse.Engine.Benchmarks.Multiplexer;

/// <summary>How a message is cut into frames.</summary>
public class MuxChunkBenchmark() : MuxBenchmark("mux-chunk");
