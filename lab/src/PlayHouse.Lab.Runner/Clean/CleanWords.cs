using PlayHouse.Lab.Reporting;

namespace PlayHouse.Lab.Runner.Clean;

/// <summary>What retention keeps and removes, in the words of every surface. Pure.</summary>
public static class CleanWords
{
    /// <summary>What was removed, or would be.</summary>
    public static string Of(CleanResult result, bool isDryRun)
    {
        ArgumentNullException.ThrowIfNull(result);
        return $"{(isDryRun ? "Would remove" : "Removed")} {Numbers.Counted(result.Traces, "trace")} ({Numbers.Size(result.Bytes)}) and {Numbers.Counted(result.Runs, "run")}.";
    }

    /// <summary>What stays.</summary>
    public static string Kept(CleanOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        return $"The latest {Numbers.Counted(options.TracesMax, "raw trace stays", "raw traces stay")}, up to {Numbers.Size(options.TraceBytesMax)} in all; what was cut from older ones stays, and so does what a decision cites. Nothing is removed before you ask for it here or with plab clean, except raw traces beyond these limits after a run.";
    }
}
