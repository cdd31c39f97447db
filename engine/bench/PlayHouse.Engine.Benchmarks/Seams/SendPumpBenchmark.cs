namespace PlayHouse.Engine.Benchmarks.Seams;

/// <summary>How frames become writes.</summary>
public class SendPumpBenchmark() : ConnectionBenchmark("send-pump");
