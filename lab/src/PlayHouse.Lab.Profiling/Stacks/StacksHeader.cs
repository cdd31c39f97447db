namespace PlayHouse.Lab.Profiling.Stacks;

/// <summary>First line of a stacks file.</summary>
internal sealed record StacksHeader
{
    public required string Format { get; init; }

    public required int Version { get; init; }

    public string Origin { get; init; } = "";

    public string Arm { get; init; } = "";

    public double? Messages { get; init; }

    public double? ExactBytes { get; init; }

    public IReadOnlyList<string> Invalid { get; init; } = [];

    public required int Types { get; init; }

    public required int Frames { get; init; }

    public required int Stacks { get; init; }

    public required int Cells { get; init; }
}
