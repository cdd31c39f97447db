using PlayHouse.Lab.Profiling.Export;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Tests.Export;

/// <summary>Windows that every export is tried with.</summary>
internal static class ExportWindows
{
    /// <summary>Two launches of two arms.</summary>
    public static AllocationStacks[] TwoArms { get; } =
    [
        new SampleStacks().Add("Main > Game.Codec.Encode@Codec.cs:31", "System.Byte[]", 40)
            .Add("Main > Game.Stage.Post@Stage.cs:7", "System.String", 12, 64).Build(1_000, "baseline", "l-1"),
        new SampleStacks().Add("Main > Game.Codec.Encode@Codec.cs:31", "System.Byte[]", 3).Build(1_000, "candidate", "l-2"),
    ];

    /// <summary>Names that a trace of a hostile program can carry.</summary>
    public static AllocationStacks Hostile { get; } =
        new SampleStacks().Add("=HYPERLINK(\"x\") > a;b c\n\u001b[2J\"q\", > \ud800half > @SUM(A1)", "-1+cmd|' /C calc'!A0", 6)
            .Add("", "+Type", 2).Build(double.NaN, "=arm", "\tlaunch") with { Invalid = ["2 events were lost, \"really\""] };

    public static byte[] Write(StackExportFormat format, params AllocationStacks[] windows)
    {
        using var output = new MemoryStream();
        StackExport.Write(format, windows, output);
        return output.ToArray();
    }
}
