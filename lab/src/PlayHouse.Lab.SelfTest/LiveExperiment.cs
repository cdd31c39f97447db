using System.Globalization;

namespace PlayHouse.Lab.SelfTest;

/// <summary>An experiment that a check makes: six pairs of the default engine under an echo load, with something planted or nothing.</summary>
public sealed record LiveExperiment
{
    /// <summary>Id and folder.</summary>
    public required string Id { get; init; }

    /// <summary>The promise that is tried, as a question.</summary>
    public required string Question { get; init; }

    /// <summary>What is planted in the candidate, as YAML of <c>inject</c>; empty for nothing.</summary>
    public string Planted { get; init; } = "";

    /// <summary>Offered messages per second.</summary>
    public int RatePerSecond { get; init; } = 6_000;

    /// <summary>Connections.</summary>
    public int Connections { get; init; } = 50;

    /// <summary>Messages that may be under way on a connection. With rate and connections it allows a pause of depth × connections ÷ rate.</summary>
    public int Depth { get; init; } = 8;

    /// <summary>True when launches are traced, too.</summary>
    public bool IsTraced { get; init; }

    /// <summary>Writes the file; returns its path.</summary>
    public string WriteTo(string experiments)
    {
        string folder = Path.Combine(experiments, Id);
        Directory.CreateDirectory(folder);
        string path = Path.Combine(folder, "experiment.yaml");
        string candidate = Planted.Length == 0 ? "{ preset: default }" : $"{{ preset: default, inject: {{ {Planted} }} }}";
        File.WriteAllText(path, string.Create(CultureInfo.InvariantCulture, $$"""
            version: 1
            id: {{Id}}
            question: {{Question}}
            scenario: c2s-echo
            load: { mode: open, arrivals: constant, rate: {{RatePerSecond}}, connections: {{Connections}}, depth: {{Depth}}, payloadBytes: 64 }
            arms:
              baseline: { preset: default }
              candidate: {{candidate}}
            design: { kind: pairs, blocks: 6, layout: shared, profile: { everyBlocks: {{(IsTraced ? 1 : 0)}} } }
            policy: policies/default.yaml

            """));
        return path;
    }
}
