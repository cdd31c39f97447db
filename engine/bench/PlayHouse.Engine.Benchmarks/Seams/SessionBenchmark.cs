namespace PlayHouse.Engine.Benchmarks.Seams;

/// <summary>How bytes of a connection are received and sent.</summary>
public class SessionBenchmark() : ConnectionBenchmark("session");
