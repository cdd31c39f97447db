namespace PlayHouse.Engine.Benchmarks.Seams;

/// <summary>The loop of a stage.</summary>
public class StageLoopBenchmark() : ConnectionBenchmark("stage-loop");
