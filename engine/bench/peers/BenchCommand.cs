using System.CommandLine;
using PlayHouse.Engine.Peers.Measure;
using PlayHouse.Engine.Peers.Mesh;
using PlayHouse.Engine.Peers.Report;
using PlayHouse.Engine.Peers.Servers;

namespace PlayHouse.Engine.Peers;

/// <summary>The command line: which cells, how long, where to write.</summary>
internal sealed class BenchCommand
{
    private const int QuickWindowMs = 500;
    private const int FailedExitCode = 1;
    private const int UsageExitCode = 2;
    private const int InterruptedExitCode = 130;

    private readonly Option<int?> _rounds = Options.Number("--rounds", "Rounds; each arm runs once in each. Default 5.", 1, 1000);
    private readonly Option<int?> _window = Options.Number("--window-ms", "Milliseconds measured per sample. Default 2000.", 100, 600_000);
    private readonly Option<int?> _warm = Options.Number("--warm-ms", "Least milliseconds under load before the window. Default 3000; more until the compiler rests.", 100, 600_000);
    private readonly Option<int?> _seed = Options.Number("--seed", "Seed of the orders. Default 1.", 0, int.MaxValue);
    private readonly Option<string[]> _cells = new("--cells") { Description = "Measure only the cells of these goals, separated by commas.", AllowMultipleArgumentsPerToken = true };
    private readonly Option<string[]> _arms = new("--server") { Description = "Measure only these arms (repeatable).", AllowMultipleArgumentsPerToken = true };
    private readonly Option<bool> _quick = new("--quick") { Description = "One short round, to see that everything works; figures of it are worth nothing." };
    private readonly Option<FileInfo?> _markdown = new("--markdown") { Description = "Also write the page to this file." };

    private BenchCommand()
    {
        _cells.Validators.Add(result => Refuse(result.Tokens.SelectMany(t => Split(t.Value)), Goals.Measurable, "cell for the goal", result.AddError));
        _arms.Validators.Add(result => Refuse(result.Tokens.Select(t => t.Value), Arms, "server", result.AddError));
    }

    private static string[] Arms => [.. PeerCatalog.All.Select(k => k.Id), .. MeshCatalog.All.Select(k => k.Id)];

    /// <summary>Reads the arguments and measures; returns the exit code.</summary>
    public static async Task<int> RunAsync(string[] args)
    {
        ParseResult parsed = Create().Parse(args);
        int exitCode = await parsed.InvokeAsync();
        return parsed.Errors.Count > 0 ? UsageExitCode : exitCode;
    }

    /// <summary>The command with its options.</summary>
    private static RootCommand Create()
    {
        var command = new BenchCommand();
        RootCommand root = new(Description())
        {
            command._rounds, command._window, command._warm, command._seed, command._cells, command._arms, command._quick, command._markdown,
        };
        root.SetAction(command.RunAsync);
        return root;
    }

    /// <summary>The cells of these goals, with these arms only; empty lists take all.</summary>
    public static IReadOnlyList<Cell> Select(IReadOnlyCollection<string> goals, IReadOnlyCollection<string> arms) =>
    [
        .. Cells.All
            .Where(c => goals.Count == 0 || c.Goals.Any(goals.Contains))
            .Select(c => arms.Count == 0 ? c : c with { Arms = [.. c.Arms.Where(arms.Contains)] })
            .Where(c => c.Arms.Count > 0),
    ];

    private static string Description() =>
        "Measures the engine next to other servers, interleaved, with an A/A arm.\n\n"
        + string.Join('\n', PeerCatalog.All.Select(k => $"  {k.Id,-22} {k.Summary}"))
        + "\n\nBetween servers:\n\n"
        + string.Join('\n', MeshCatalog.All.Select(k => $"  {k.Id,-22} {k.Summary}"))
        + $"\n\nGoals with cells: {string.Join(", ", Goals.Measurable)}."
        + "\n\nA round of all cells takes about twenty minutes; leave the machine alone meanwhile."
        + "\n\nExamples:\n  ./plab bench peers\n  ./plab bench peers --quick\n  ./plab bench peers --cells P7,P9 --rounds 9"
        + "\n  ./plab bench peers --rounds 9 --markdown docs/reports/peers.md\n  ./plab bench peers --server engine --server raw-saea --window-ms 1000"
        + "\n\nExit codes: 0 measured, 1 a server answered wrongly or not at all, 2 usage or a missing part, 130 interrupted.";

    private BenchPlan PlanOf(ParseResult parsed)
    {
        bool isQuick = parsed.GetValue(_quick);
        WarmUpRules warm = isQuick ? WarmUpRules.Quick : WarmUpRules.Thorough;
        int least = parsed.GetValue(_warm) ?? warm.MinimumMs;
        return new BenchPlan(
            Select([.. (parsed.GetValue(_cells) ?? []).SelectMany(Split)], parsed.GetValue(_arms) ?? []),
            parsed.GetValue(_rounds) ?? (isQuick ? 1 : 5),
            warm with { MinimumMs = least, DeadlineMs = Math.Max(warm.DeadlineMs, least) },
            parsed.GetValue(_window) ?? (isQuick ? QuickWindowMs : 2_000),
            parsed.GetValue(_seed) ?? 1);
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellation)
    {
        BenchPlan plan = PlanOf(parsed);
        try
        {
            NativePrograms native = NativePrograms.Build();
            BenchResult result = await new PeerBench(native, plan, Console.Error.WriteLine).RunAsync(cancellation);
            string page = PeerReport.Render(result, plan, PeerConditions.Read(native.Compiler));
            Console.Write(page);
            if (parsed.GetValue(_markdown) is { } file)
            {
                await File.WriteAllTextAsync(file.FullName, page, cancellation);
            }

            return result.HasFailed ? FailedExitCode : 0;
        }
        catch (OperationCanceledException)
        {
            await Console.Error.WriteLineAsync("Interrupted; the server and the client are ended.");
            return InterruptedExitCode;
        }
        catch (InvalidOperationException e)
        {
            await Console.Error.WriteLineAsync(e.Message);
            return UsageExitCode;
        }
    }

    private static string[] Split(string list) => list.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);

    private static void Refuse(IEnumerable<string> given, IReadOnlyCollection<string> known, string what, Action<string> refuse)
    {
        foreach (string unknown in given.Where(g => !known.Contains(g)))
        {
            refuse($"There is no {what} '{unknown}'. There are: {string.Join(", ", known)}.");
        }
    }
}
