using System.Reflection;
using System.Runtime.InteropServices;

namespace PlayHouse.Dashboard.Model;

/// <summary>What runs here.</summary>
public static class Versions
{
    /// <summary>Product, runtime and system.</summary>
    public static IReadOnlyList<Fact> All { get; } =
    [
        new("PlayHouse Lab", typeof(Versions).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? "not recorded"),
        new("Runtime", RuntimeInformation.FrameworkDescription),
        new("System", $"{RuntimeInformation.OSDescription}, {RuntimeInformation.OSArchitecture}"),
    ];
}
