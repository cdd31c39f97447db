using System.Text.Json;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Runner.Validate.Yaml;

namespace PlayHouse.Lab.Runner.Validate;

/// <summary>What an experiment file may say, version 1.</summary>
internal static class ExperimentRules
{
    /// <summary>Twenty loopback source addresses with 900 connections each: far inside the ephemeral ports of one machine.</summary>
    public const int MaxConnections = 18_000;

    /// <summary>Sequence numbers are 16 bits and 0 is a one-way send.</summary>
    public const int MaxDepth = LoadSpec.DepthMax;

    /// <summary>The engine's 2 MiB frame less the longest reply header (17 bytes and a name of 128) and a protobuf wrapper.</summary>
    public const int MaxPayloadBytes = LoadSpec.PayloadBytesMax;

    public const int MinBlocks = 6;

    public const int MaxBlocks = 200;

    /// <summary>Longest id of an experiment.</summary>
    public const int IdLengthMax = 96;

    /// <summary>What an id looks like: also the name of a folder, so nothing in it can lead elsewhere.</summary>
    public const string IdPattern = @"^[0-9]{3}-[a-z0-9]+(-[a-z0-9]+)*\z";

    private const string Kebab = @"^[a-z][a-z0-9]*(-[a-z0-9]+)*\z";
    private static readonly TextRule Identifier = new(64, Kebab, "lower-case words joined by '-'");

    public static ObjectRule Root { get; } = new(
    [
        new("version", new NumberRule(1, 1, true), "format of this file; only 1 is known", true),
        new("id", new TextRule(IdLengthMax, IdPattern, "three digits and lower-case words joined by '-', such as 001-reply-codec"), "identity, such as 001-reply-codec", true),
        new("question", new TextRule(500), "the question in one sentence", true),
        new("claims", new ListRule(new TextRule(200), 0, 20), "published claims that this experiment settles"),
        new("primary", Identifier, "primary metric that is tested first and alone, the others after it in the policy's order; default: all share the risk by Holm's rule"),
        new("scenario", Identifier, "scenario id, such as c2s-echo", true),
        new("load", Load(), "what is sent, how fast, over how many connections"),
        new("arms", new ObjectRule(
        [
            new("baseline", Arm(), "the arm a change is measured against", true),
            new("candidate", Arm(), "the arm that carries the change; only an A/A experiment goes without"),
        ]), "the two arms", true),
        new("design", Design(), "how many launches, for how long"),
        new("environment", new ObjectRule(
        [
            new("gcServer", new FlagRule(), "server garbage collector; default false"),
            new("gcConcurrent", new FlagRule(), "background garbage collection; default true"),
            new("tieredPgo", new FlagRule(), "dynamic profile-guided optimisation, in compilation: runtime only; default true"),
            new("compilation", new WordRule(Words<CompilationMode>()), "atOnce (default): every method optimised at its first call, the compiler rests in seconds; runtime: the runtime's own, for tens of seconds"),
            new("poolSpin", new FlagRule(), "idle threads of the thread pool spin before they sleep, which costs processor time and hides added work; default false, the runtime's own way is true"),
        ]), "runtime settings, the same in both arms"),
        new("policy", new TextRule(200, @"^(?!.*\.\.)[A-Za-z0-9_][A-Za-z0-9_./-]*\.yaml\z", "a .yaml file below the experiments folder"), "policy file, relative to the experiments folder; default policies/default.yaml"),
    ]);

    internal static string[] Words<T>()
        where T : struct, Enum => [.. Enum.GetNames<T>().Select(JsonNamingPolicy.CamelCase.ConvertName)];

    private static ObjectRule Load() => new(
    [
        new("mode", new WordRule(Words<LoadMode>()), "open for verdicts, closed for capacity; default open"),
        new("arrivals", new WordRule(Words<Arrivals>()), "spacing in open loop; default constant"),
        new("rate", new NumberRule(1, 10_000_000, false, "auto"), "messages per second over all connections, or auto (default): found by pilots; kind sequential has none and takes a number"),
        new("connections", new NumberRule(1, MaxConnections, true), "TCP connections; default 100"),
        new("depth", new NumberRule(1, MaxDepth, true), "outstanding requests per connection; default 1"),
        new("payloadBytes", new NumberRule(0, MaxPayloadBytes, true), "bytes of payload per request; default 64"),
        new("hops", new FlagRule(), $"records where the time of messages goes; needs {LoadSpec.HopPayloadBytesMin} bytes of payload and costs time; default false"),
    ]);

    private static ObjectRule Arm() => new(
    [
        new("preset", Identifier, "preset id; default 'default'"),
        new("set", new ObjectRule([], new OtherKeys(Kebab, "the id of a seam", Strategy(), 64)), "seam id to strategy"),
        new("inject", new ObjectRule(
        [
            new("bytesPerMessage", new NumberRule(0, 1_048_576, true), "bytes allocated per message on top"),
            new("spinMicroseconds", new NumberRule(0, 1_000_000, false), "microseconds of spinning per message"),
            new("errorRate", new NumberRule(0, 1, false), "share of requests answered with an error"),
            new("stallMs", new NumberRule(0, 10_000, true), "milliseconds for which the handler blocks once per second"),
        ]), "planted effect that checks the method; printed as INJECTED everywhere"),
    ]);

    private static ShortOrObjectRule Strategy() => new(
        Identifier,
        new ObjectRule(
            [new("use", Identifier, "strategy id", true)],
            new OtherKeys(@"^[a-z][A-Za-z0-9]*\z", "the name of a knob", new NumberRule(-1e15, 1e15, false), 32)));

    private static ObjectRule Design() => new(
    [
        new("kind", new WordRule(Words<DesignKind>()), "pairs (default): both arms alive at once, one load takes turns at them, looks at 6, 9, 12, 20, 40 pairs; sequential: blocks of four launches one after the other, looks at 6, 9, 12, 16, 20, 24 blocks; capacity: as pairs, each arm searches the highest rate that meets slo"),
        new("slo", new ObjectRule(
        [
            new("p99Ms", new NumberRule(0.05, 10_000, false), "largest 99th percentile of latency in milliseconds; default 5"),
            new("skippedShare", new NumberRule(0, 0.5, false), "largest share of messages not sent or not answered; default 0.001"),
        ]), "what a rate must meet to count as sustained; only with kind capacity"),
        new("blocks", new NumberRule(MinBlocks, MaxBlocks, true), "fixed number of blocks with one look at the end"),
        new("layout", new WordRule(Words<CpuLayout>()), "placement of the processes; default shared"),
        new("warmupSeconds", new NumberRule(0.5, 600, false, "auto"), "load before the first mark; auto (default): 4 where methods are compiled at once, 16 where the runtime compiles as it does by itself"),
        new("windowSeconds", new NumberRule(0.5, 600, false, "auto"), "time between the marks of a launch, auto: 5; capacity: length of one probe, auto 1; pairs have turns instead"),
        new("aa", new FlagRule(), "true runs the baseline against its twin"),
        new("profile", new ObjectRule(
        [
            new("everyBlocks", new NumberRule(0, 1_000, true), "one diagnostic launch per arm for every so many blocks, at least two; 0 for none; default 4", true),
        ]), "allocation profiles"),
    ]);
}
