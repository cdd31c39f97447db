using System.CommandLine;
using System.Globalization;
using PlayHouse.Lab.Cli.Tracing;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Cli.Commands;

/// <summary><c>plab trace</c>: where any .NET 10 process allocates, by call site and type with intervals, or where its threads are.</summary>
internal sealed class TraceCommand : ICommandSource
{
    private const double SecondsMax = 86_400;

    private readonly Option<int?> _pid = CommonArguments.Parsed<int>(
        "--pid", "N", "Trace this running process", "the id of a process",
        static text => int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int n) && n > 0 ? n : null);
    private readonly Option<double?> _seconds = CommonArguments.Parsed<double>(
        "--seconds", "S", "End after so many seconds; else Ctrl-C ends it", "0.1 to 86400 seconds",
        static text => double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out double n) && n is >= 0.1 and <= SecondsMax ? n : null);
    private readonly Option<TraceSubject?> _what = CommonArguments.Parsed<TraceSubject>(
        "--what", "W", "allocations (the default), or thread-time: where threads are", "allocations or thread-time",
        static text => text switch { "allocations" => TraceSubject.Allocations, "thread-time" => TraceSubject.ThreadTime, _ => null });
    private readonly Option<FileInfo?> _out = new("--out") { Description = "File to write, .nettrace; its stacks are written next to it", HelpName = "FILE" };
    private readonly Option<bool> _noInlining = new("--no-inlining") { Description = "Start the command without inlining: exact sites, no amounts" };
    private readonly Option<bool> _json = CommonArguments.Json();
    private readonly Argument<string[]> _command = new("COMMAND")
    {
        Description = "Program and arguments behind --, started by plab and ended with its trace",
        Arity = ArgumentArity.ZeroOrMore,
    };

    public IReadOnlyList<(string Line, string Why)> Examples { get; } =
    [
        ("plab trace --pid 4711 --seconds 30", "a running process"),
        ("plab trace -- dotnet app.dll --port 80", "a program from its first instruction to its end"),
        ("plab trace --no-inlining -- ./app", "which method of an inlined family allocates"),
        ("plab trace --what thread-time --pid 4711 --seconds 10", "which methods threads are in"),
        ("plab trace --pid 4711 --out a.nettrace --json", "for a program"),
    ];

    public Command Create(CommandContext context)
    {
        Command command = new("trace", "Show where a .NET 10 process allocates, or where its threads are") { _pid, _what, _seconds, _out, _noInlining, _json, _command };
        command.SetAction((parsed, ct) => RunAsync(context, Options(context, parsed), ct));
        return command;
    }

    private TraceOptions Options(CommandContext context, ParseResult parsed)
    {
        int? pid = parsed.GetValue(_pid);
        string[] command = parsed.GetValue(_command) ?? [];
        if (pid is null == (command.Length == 0))
        {
            throw new LabInputException(["plab trace takes either --pid N or a command: plab trace -- dotnet app.dll"]);
        }

        if (pid is not null && parsed.GetValue(_noInlining))
        {
            throw new LabInputException(["--no-inlining is a setting of the start: it needs a command, not --pid."]);
        }

        TraceSubject what = parsed.GetValue(_what) ?? TraceSubject.Allocations;
        if (what == TraceSubject.ThreadTime && parsed.GetValue(_noInlining))
        {
            throw new LabInputException(["--no-inlining is for allocations: without inlining a program spends its time elsewhere."]);
        }

        return new TraceOptions
        {
            What = what,
            Pid = pid,
            Command = command,
            Seconds = parsed.GetValue(_seconds),
            Path = FileFor(parsed.GetValue(_out), context.Clock),
            NoInlining = parsed.GetValue(_noInlining),
            IsJson = parsed.GetValue(_json),
        };
    }

    private static string FileFor(FileInfo? wanted, TimeProvider clock)
    {
        string path = wanted?.FullName
            ?? Path.GetFullPath(string.Create(CultureInfo.InvariantCulture, $"trace-{clock.GetUtcNow():yyyyMMdd-HHmmss}.nettrace"));
        if (!Directory.Exists(Path.GetDirectoryName(path)))
        {
            throw new LabInputException([$"The folder of {path} does not exist."]);
        }

        if (!path.EndsWith(".nettrace", StringComparison.Ordinal))
        {
            throw new LabInputException([$"--out names a .nettrace file, not '{Path.GetFileName(path)}'."]);
        }

        return File.Exists(path) ? throw new LabInputException([$"{path} exists; name another file with --out."]) : path;
    }

    private static async Task<int> RunAsync(CommandContext context, TraceOptions options, CancellationToken ct)
    {
        TraceReading reading = options.What == TraceSubject.ThreadTime
            ? new ThreadTimeReading(options, context.Console.Width)
            : new AllocationReading(options, context.Console.Width);
        TraceOutput? output = await new TraceRun(context, options, reading).RunAsync(ct);
        if (output is null)
        {
            return ct.IsCancellationRequested ? ExitCodes.Interrupted : ExitCodes.Failed;
        }

        context.Console.Result(output.Text);
        return output.IsValid ? ExitCodes.Decided : ExitCodes.Unfit;
    }
}
