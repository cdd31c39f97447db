namespace PlayHouse.Engine.Benchmarks.Run;

/// <summary>One run: its rows in display order and the conditions they hold under.</summary>
/// <param name="Rows">What was measured.</param>
/// <param name="Conditions">The conditions.</param>
internal sealed record MicroResult(IReadOnlyList<MicroRow> Rows, MicroConditions Conditions);

/// <summary>What a reader must know of a run.</summary>
/// <param name="Machine">BenchmarkDotNet's lines about itself, machine and runtime.</param>
/// <param name="Length">How long each case was measured.</param>
/// <param name="Started">When.</param>
/// <param name="Took">How long in all.</param>
/// <param name="LoadBefore">Load averages of the machine before anything ran.</param>
/// <param name="LoadAfter">The same at the end.</param>
internal sealed record MicroConditions(
    IReadOnlyList<string> Machine, RunLength Length, DateTimeOffset Started, TimeSpan Took, LoadAverage LoadBefore, LoadAverage LoadAfter);
