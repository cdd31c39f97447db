using PlayHouse.Lab.Profiling;
using PlayHouse.Lab.Profiling.Reading;
using PlayHouse.Lab.Profiling.Stacks;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Cli.Allocations;

/// <summary>What a command of allocations works on: the windows of a run, of a stacks file or of a trace of any tool.</summary>
/// <param name="Name">Run id or file name.</param>
/// <param name="Title">The same for people.</param>
/// <param name="Windows">At least one window.</param>
/// <param name="Seconds">Length of a trace; NaN for everything else.</param>
/// <param name="Notes">What the figures lack.</param>
internal sealed record StackSource(string Name, string Title, IReadOnlyList<AllocationStacks> Windows, double Seconds, IReadOnlyList<string> Notes)
{
    private const string StacksEnding = ".stacks";
    private const string TraceEnding = ".nettrace";

    /// <summary>Loads what the user named.</summary>
    /// <param name="context">The context.</param>
    /// <param name="source">A file that exists or ends as one, else a run.</param>
    /// <param name="arm">The arm that is asked for, or null for all.</param>
    /// <param name="anyway">Takes windows that may not be used.</param>
    /// <param name="ct">Cancels.</param>
    public static async Task<StackSource> LoadAsync(CommandContext context, string source, string? arm, bool anyway, CancellationToken ct)
    {
        try
        {
            bool isFile = File.Exists(source) || source.EndsWith(StacksEnding, StringComparison.Ordinal) || source.EndsWith(TraceEnding, StringComparison.Ordinal);
            // Decoding a trace takes seconds of a processor; Ctrl-C must not wait for it.
            StackSource loaded = isFile ? await Task.Run(() => OfFile(source), ct).WaitAsync(ct) : await OfRunAsync(context, source, ct);
            return loaded.Of(arm).Usable(anyway);
        }
        catch (TraceFormatException unusable)
        {
            throw new LabInputException([unusable.Message]);
        }
    }

    private static async Task<StackSource> OfRunAsync(CommandContext context, string run, CancellationToken ct)
    {
        ILabService service = await context.ServiceAsync(ct);
        return new StackSource(run, $"run {run}", await service.StacksAsync(run, ct), double.NaN, []);
    }

    private static StackSource OfFile(string path)
    {
        string name = Path.GetFileName(path);
        if (path.EndsWith(StacksEnding, StringComparison.Ordinal))
        {
            return new StackSource(name, name, [AllocationStacksFile.Read(path)], double.NaN, []);
        }

        WholeTrace trace = WholeTrace.Read(path);
        return new StackSource(name, name, [trace.Stacks], trace.Seconds, trace.Lacks);
    }

    private StackSource Of(string? arm)
    {
        if (arm is null)
        {
            return this;
        }

        AllocationStacks[] chosen = [.. Windows.Where(w => w.Arm == arm)];
        string[] arms = [.. Windows.Select(w => w.Arm).Where(a => a.Length > 0).Distinct()];
        return chosen.Length > 0 ? this with { Windows = chosen }
            : throw new LabInputException([arms.Length == 0
                ? $"{Title} has no arms; leave --arm out."
                : $"{Title} has no arm '{arm}'. Arms: {string.Join(", ", arms)}."]);
    }

    private StackSource Usable(bool anyway)
    {
        AllocationStacks[] invalid = [.. Windows.Where(w => w.Invalid.Count > 0)];
        return invalid.Length == 0 || anyway ? this
            : throw new LabInputException([.. invalid.Select(w =>
                $"{PlainText.Clean(w.Origin.Length > 0 ? w.Origin : Name)} may not be used: {string.Join("; ", w.Invalid)}. --anyway shows it all the same, marked.")]);
    }
}
