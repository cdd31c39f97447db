using System.Runtime.InteropServices;
using PlayHouse.Lab.Model;

namespace PlayHouse.Dashboard.Model;

/// <summary>What runs here.</summary>
public static class Versions
{
    /// <summary>Product, runtime and system.</summary>
    public static IReadOnlyList<Fact> All { get; } =
    [
        new("PlayHouse Lab", ProgramVersion.Text is { Length: > 0 } version ? version : "not recorded"),
        new("Runtime", RuntimeInformation.FrameworkDescription),
        new("System", $"{RuntimeInformation.OSDescription}, {RuntimeInformation.OSArchitecture}"),
    ];
}
