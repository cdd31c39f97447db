namespace PlayHouse.Engine.Benchmarks.Multiplexer;

/// <summary>How frames become writes.</summary>
public class MuxEmitBenchmark() : MuxBenchmark("mux-emit");
