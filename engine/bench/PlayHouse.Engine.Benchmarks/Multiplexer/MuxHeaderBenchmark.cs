namespace PlayHouse.Engine.Benchmarks.Multiplexer;

/// <summary>Where the bytes of a frame header lie.</summary>
public class MuxHeaderBenchmark() : MuxBenchmark("mux-header");
