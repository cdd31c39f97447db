namespace PlayHouse.Lab.Runner.Warmups;

/// <summary>One way in which the runtime may compile, for the experiment that compares them.</summary>
/// <param name="Id">Short name.</param>
/// <param name="Meaning">What it does, for people.</param>
/// <param name="Variables">Runtime variables of the target.</param>
public sealed record WarmupSetting(string Id, string Meaning, IReadOnlyDictionary<string, string?> Variables)
{
    private const string CallCountingDelay = "DOTNET_TC_CallCountingDelayMs";
    private const string CallCountThreshold = "DOTNET_TC_CallCountThreshold";
    private const string TieredCompilation = "DOTNET_TieredCompilation";
    private const string TieredPgo = "DOTNET_TieredPGO";
    private const string ReadyToRun = "DOTNET_ReadyToRun";

    /// <summary>The settings that are compared; the runtime's own comes first.</summary>
    public static IReadOnlyList<WarmupSetting> All { get; } =
    [
        new("runtime", "the runtime's own: calls are counted 100 ms after the last new method, optimised after 30 calls", Of()),
        new("prompt", "calls are counted from the first one", Of((CallCountingDelay, "0"))),
        new("prompt-8", "calls are counted from the first one, optimised after 8", Of((CallCountingDelay, "0"), (CallCountThreshold, "8"))),
        new("prompt-own", "as prompt, and nothing compiled beforehand is used", Of((CallCountingDelay, "0"), (ReadyToRun, "0"))),
        new("no-profile", "as prompt, without the profile of the first calls", Of((CallCountingDelay, "0"), (TieredPgo, "0"))),
        new("at-once", "every method optimised at its first call, code compiled beforehand stays as it is", Of((TieredCompilation, "0"))),
        new("at-once-own", "as at-once, and nothing compiled beforehand is used", Of((TieredCompilation, "0"), (ReadyToRun, "0"))),
    ];

    private static Dictionary<string, string?> Of(params (string Name, string Value)[] variables) =>
        variables.ToDictionary(v => v.Name, v => (string?)v.Value);
}
