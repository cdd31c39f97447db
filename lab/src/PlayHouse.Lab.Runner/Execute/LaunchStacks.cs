using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Profiling;
using PlayHouse.Lab.Profiling.Reading;
using PlayHouse.Lab.Profiling.Stacks;
using PlayHouse.Lab.Runner.Analyse;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>The stacks of a diagnostic launch: where they are kept and what they are cut from. Static, safe from any thread.</summary>
internal static class LaunchStacks
{
    /// <summary>The raw trace of a launch.</summary>
    public static string TracePath(string traces, string launchId) => Path.Combine(traces, launchId, "allocations.nettrace");

    /// <summary>Its stacks: a hundredth of the trace's size, and they outlive it.</summary>
    public static string StacksPath(string traces, string launchId) => Path.Combine(traces, launchId, AllocationStacksFile.FileName);

    /// <summary>
    /// The stacks between the two marks of a launch. Exact bytes are those of the program: what the lab's control channel
    /// allocated is taken off, as everywhere a figure per message is shown.
    /// </summary>
    public static AllocationStacks Cut(AllocationTrace trace, LaunchRecord launch)
    {
        MarkRecord begin = launch.Begin!;
        MarkRecord end = launch.End!;
        TraceWindow window = TraceWindow.Between(begin, end);
        return trace.CutStacks(window.BeginTicks, window.EndTicks) with
        {
            Messages = LaunchMetrics.Messages(begin, end),
            ExactBytes = LaunchMetrics.AllocatedBytes(begin, end),
            Origin = launch.Id,
            Arm = launch.Arm,
        };
    }

    /// <summary>The stored stacks of a launch, else those of its raw trace; null when neither can be read.</summary>
    public static AllocationStacks? Find(string traces, LaunchRecord launch)
    {
        try
        {
            return AllocationStacksFile.Read(StacksPath(traces, launch.Id)) with { Origin = launch.Id, Arm = launch.Arm };
        }
        catch (TraceFormatException)
        {
            return launch is { Begin: not null, End: not null } ? FromTrace(traces, launch) : null;
        }
    }

    private static AllocationStacks? FromTrace(string traces, LaunchRecord launch)
    {
        try
        {
            return Cut(AllocationTraceReader.Read(TracePath(traces, launch.Id)), launch);
        }
        catch (TraceFormatException)
        {
            return null;
        }
    }
}
