namespace PlayHouse.Dashboard.Model;

/// <summary>Names of the fields of an experiment's form: the words of its address and the places of its errors.</summary>
internal static class FormField
{
    public const string Id = "id";
    public const string Question = "question";
    public const string Scenario = "scenario";
    public const string Mode = "mode";
    public const string Arrivals = "arrivals";
    public const string Rate = "rate";
    public const string Connections = "connections";
    public const string Depth = "depth";
    public const string Payload = "payload";
    public const string Hops = "hops";
    public const string BaselinePreset = "bpreset";
    public const string BaselineSet = "bset";
    public const string CandidatePreset = "preset";
    public const string CandidateSet = "set";
    public const string Kind = "kind";
    public const string Blocks = "blocks";
    public const string Layout = "layout";
    public const string Warmup = "warmup";
    public const string Window = "window";
    public const string Aa = "aa";
    public const string Profile = "profile";
    public const string GcServer = "gcserver";
    public const string GcConcurrent = "gcconcurrent";
    public const string Pgo = "pgo";

    public const string Compilation = "compilation";
    public const string PoolSpin = "poolspin";
    public const string Policy = "policy";

    /// <summary>Errors that belong to no field of their own.</summary>
    public const string Arms = "arms";

    /// <summary>Longest text of a field.</summary>
    public const int LengthMax = 4_000;

    /// <summary>Settings of the runtime.</summary>
    public static IReadOnlyList<string> Runtime { get; } = [GcServer, GcConcurrent, Pgo, Compilation, PoolSpin];

    /// <summary>Every field in the order of the file.</summary>
    public static IReadOnlyList<string> All { get; } =
    [
        Id, Question, Scenario, Mode, Arrivals, Rate, Connections, Depth, Payload, Hops, BaselinePreset, BaselineSet, CandidatePreset, CandidateSet,
        Kind, Blocks, Layout, Warmup, Window, Aa, Profile, .. Runtime, Policy,
    ];

    /// <summary>Place of the errors of one seam of an arm.</summary>
    public static string OfSeam(string set, string seam) => $"{set}-{seam}";
}
