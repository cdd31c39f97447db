using System.Text.Json;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;

namespace PlayHouse.Lab.Control;

/// <summary>Types of control lines. One JSON object a line: <c>{"v":1,"id":n,"type":"…",…}</c>.</summary>
public static class ControlTypes
{
    /// <summary>Version of the protocol.</summary>
    public const int Version = 1;

    /// <summary>To the child: first line, answered by <see cref="Ack"/>.</summary>
    public const string Hello = "hello";

    /// <summary>To the child: configuration, answered by <see cref="Ready"/>.</summary>
    public const string Start = "start";

    /// <summary>To the load: open and authenticate every connection, answered by <see cref="Ack"/>.</summary>
    public const string Connect = "connect";

    /// <summary>To the load: begin to send and continue until <see cref="Drain"/>; answered by <see cref="Ack"/> after the given seconds.</summary>
    public const string Warm = "warm";

    /// <summary>To the target: read all counters, answered by <see cref="Marked"/>.</summary>
    public const string Mark = "mark";

    /// <summary>To the target: read the few counters that tell how warm it is, answered by <see cref="Sampled"/>.</summary>
    public const string Sample = "sample";

    /// <summary>To the load: measure a window that begins now, answered by <see cref="Ack"/> at its end; sending continues.</summary>
    public const string Measure = "measure";

    /// <summary>
    /// To the load, in place of warm, measure and drain, as often as asked: take turns at the targets, answered by <see cref="Sliced"/>
    /// when the last one has answered.
    /// </summary>
    public const string Slices = "slices";

    /// <summary>To the load: stop sending, wait for outstanding replies, answered by <see cref="Result"/>. To the target: answered by <see cref="Ack"/>.</summary>
    public const string Drain = "drain";

    /// <summary>To the child: end with exit code 0, answered by <see cref="Ack"/>.</summary>
    public const string Quit = "quit";

    /// <summary>From the child: listening or configured.</summary>
    public const string Ready = "ready";

    /// <summary>From the child: done.</summary>
    public const string Ack = "ack";

    /// <summary>From the target: the counters of a mark.</summary>
    public const string Marked = "marked";

    /// <summary>From the target: the counters of a sample.</summary>
    public const string Sampled = "sampled";

    /// <summary>From the child, unasked (id 0): how far it is.</summary>
    public const string Progress = "progress";

    /// <summary>From the load: what it counted.</summary>
    public const string Result = "result";

    /// <summary>From the load: what it counted at each target.</summary>
    public const string Sliced = "sliced";

    /// <summary>From the child: the request with this id failed; the child stays alive unless it says so on stderr.</summary>
    public const string Error = "error";
}

/// <summary>Envelope of every control line; the body depends on <see cref="Type"/>.</summary>
/// <param name="V">Protocol version.</param>
/// <param name="Id">Request number; an answer carries the number of its request, unasked lines carry 0.</param>
/// <param name="Type">See <see cref="ControlTypes"/>.</param>
/// <param name="Body">Type-specific object; null where there is none.</param>
public sealed record ControlLine(int V, long Id, string Type, JsonElement? Body = null);

/// <summary>Body of <see cref="ControlTypes.Start"/> for the target.</summary>
public sealed record TargetStart
{
    /// <summary>Scenario id.</summary>
    public required string Scenario { get; init; }

    /// <summary>Every seam with the strategy to build.</summary>
    public required IReadOnlyDictionary<string, StrategySetting> Strategies { get; init; }

    /// <summary>Planted effect or null.</summary>
    public InjectSpec? Inject { get; init; }

    /// <summary>Largest number of connections that will come.</summary>
    public int Connections { get; init; } = 100;

    /// <summary>Bytes of data in what the target sends on its own.</summary>
    public int PayloadBytes { get; init; }

    /// <summary>Records hops of messages.</summary>
    public bool Hops { get; init; }

    /// <summary>True for the other server of a scenario that has two.</summary>
    public bool IsPeer { get; init; }
}

/// <summary>Body of <see cref="ControlTypes.Connect"/> for a target that takes part in a scenario of two servers.</summary>
/// <param name="Host">Where the other server listens, an IP address.</param>
/// <param name="Port">Its port for other servers.</param>
public sealed record PeerAddress(string Host, int Port);

/// <summary>Where a target listens.</summary>
/// <param name="Host">An IP address.</param>
/// <param name="Port">Its TCP port; 0 with <paramref name="Pipe"/>.</param>
/// <param name="Pipe">Path of its named pipe; null for a scenario over TCP.</param>
/// <param name="Pid">Its process, whose processor time the load reads between turns; null where it is not asked for.</param>
public sealed record LoadTarget(string Host, int Port, string? Pipe = null, int? Pid = null);

/// <summary>Body of <see cref="ControlTypes.Start"/> for the load.</summary>
public sealed record LoadStart
{
    /// <summary>Scenario id.</summary>
    public required string Scenario { get; init; }

    /// <summary>The target; several for a load that takes turns.</summary>
    public required IReadOnlyList<LoadTarget> Targets { get; init; }

    /// <summary>Load with the rate resolved: <see cref="LoadSpec.RatePerSecond"/> is set in open loop.</summary>
    public required LoadSpec Load { get; init; }

    /// <summary>Seed of phases, gaps and payload bytes.</summary>
    public required ulong Seed { get; init; }
}

/// <summary>Body of <see cref="ControlTypes.Warm"/> and <see cref="ControlTypes.Measure"/>.</summary>
/// <param name="Seconds">Length.</param>
public sealed record SecondsBody(double Seconds);

/// <summary>Body of <see cref="ControlTypes.Slices"/>.</summary>
/// <param name="Slices">The turns in their order.</param>
/// <param name="Depth">Outstanding requests per connection in saturated turns.</param>
/// <param name="MayLeave">True where a target may leave messages of a turn unanswered: they are lost, and the next turn begins all the same.</param>
public sealed record SlicesBody(IReadOnlyList<SlicePlan> Slices, int Depth, bool MayLeave = false);

/// <summary>Body of <see cref="ControlTypes.Sliced"/>.</summary>
/// <param name="Targets">One for each target of the start.</param>
public sealed record SlicedBody(IReadOnlyList<SlicedTargetResult> Targets);

/// <summary>Body of <see cref="ControlTypes.Mark"/>.</summary>
/// <param name="Name">Mark name.</param>
/// <param name="ResetsHops">Hops recorded before this mark are forgotten.</param>
public sealed record MarkBody(string Name, bool ResetsHops = false);

/// <summary>Body of <see cref="ControlTypes.Ready"/>.</summary>
public sealed record ReadyBody
{
    /// <summary>Process id of the child.</summary>
    public required int Pid { get; init; }

    /// <summary>Transport name to port.</summary>
    public IReadOnlyDictionary<string, int> Ports { get; init; } = new Dictionary<string, int>();

    /// <summary>Path of the named pipe of a scenario that has one; null otherwise.</summary>
    public string? Pipe { get; init; }

    /// <summary>Machine, runtime, build and configuration facts.</summary>
    public IReadOnlyDictionary<string, string> Fingerprint { get; init; } = new Dictionary<string, string>();

    /// <summary>Seam id to strategy as built, target only.</summary>
    public IReadOnlyDictionary<string, string> Strategies { get; init; } = new Dictionary<string, string>();
}

/// <summary>Body of <see cref="ControlTypes.Marked"/>.</summary>
/// <param name="Mark">The mark.</param>
/// <param name="Hops">Hops recorded since the last mark that reset them; empty when none are recorded.</param>
public sealed record MarkedBody(MarkRecord Mark, IReadOnlyList<HopRecord>? Hops = null);

/// <summary>Body of <see cref="ControlTypes.Sampled"/>.</summary>
/// <param name="Sample">The sample.</param>
public sealed record SampledBody(TargetSample Sample);

/// <summary>Body of <see cref="ControlTypes.Result"/>.</summary>
/// <param name="Result">What the load counted.</param>
public sealed record ResultBody(LoadResult Result);

/// <summary>Body of <see cref="ControlTypes.Progress"/>.</summary>
/// <param name="Text">One line for people.</param>
public sealed record ProgressBody(string Text);

/// <summary>Body of <see cref="ControlTypes.Error"/>.</summary>
/// <param name="Code">Short kebab-case code.</param>
/// <param name="Text">What was wrong and what to do.</param>
/// <param name="Target">Index of the target that a load speaks of; null where it speaks of none.</param>
public sealed record ErrorBody(string Code, string Text, int? Target = null);
