using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Export;

/// <summary>How a window is called in an export. Pure.</summary>
internal static class WindowName
{
    /// <summary>Mark of a window that may not be used.</summary>
    public const string NotUsable = "INVALID TRACE";

    /// <summary>Arm and launch, and the mark where it belongs.</summary>
    public static string Of(AllocationStacks window)
    {
        string name = (window.Arm, window.Origin) switch
        {
            ("", "") => "allocations",
            ("", string origin) => origin,
            (string arm, "") => arm,
            (string arm, string origin) => $"{arm} {origin}",
        };
        return window.Invalid.Count == 0 ? name : $"{name} ({NotUsable}: {string.Join("; ", window.Invalid)})";
    }
}
