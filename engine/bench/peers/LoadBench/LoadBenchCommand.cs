using System.CommandLine;
using PlayHouse.Lab.Control;
using PlayHouse.Sockets;

namespace PlayHouse.Engine.Peers.LoadBench;

/// <summary>The command line of <c>plab bench load</c>.</summary>
internal sealed class LoadBenchCommand
{
    private const int FailedExitCode = 1;
    private const int UsageExitCode = 2;
    private const int InterruptedExitCode = 130;

    private readonly Option<int?> _rounds = Options.Number("--rounds", "Rounds; each arm runs once in each, in a drawn order. Default 5.", 1, 1000);
    private readonly Option<int?> _seed = Options.Number("--seed", "Seed of the orders and arrivals. Default 1.", 0, int.MaxValue);
    private readonly Option<int?> _connections = Options.Number("--connections", "Connections of the load. Default 100.", 1, 10_000);
    private readonly Option<bool> _quick = new("--quick") { Description = "One short round, to see that everything works; figures of it are worth little." };
    private readonly Option<bool> _json = new("--json") { Description = "Print the samples as JSON instead of the page." };
    private readonly Option<FileInfo?> _markdown = new("--markdown") { Description = "Also write the page to this file." };

    private LoadBenchCommand()
    {
    }

    /// <summary>Reads the arguments and measures; returns the exit code.</summary>
    public static async Task<int> RunAsync(string[] args)
    {
        var command = new LoadBenchCommand();
        RootCommand root = new(Description()) { command._rounds, command._seed, command._connections, command._quick, command._json, command._markdown };
        root.SetAction(command.RunAsync);
        ParseResult parsed = root.Parse(args);
        int exitCode = await parsed.InvokeAsync();
        return parsed.Errors.Count > 0 ? UsageExitCode : exitCode;
    }

    private static string Description() =>
        "Measures the load generator itself against an echo that does nothing: how late it sends, what a message costs it, how much it can do.\n\n"
        + string.Join('\n', LoadArm.All.Select(a => $"  {a.Name,-12} {a.Summary}"))
        + "\n\nThe arms run interleaved, in the layouts split (server and load on a processor each) and shared, in closed loop for the ceiling"
        + "\nand in open loop at 25, 50 and 75 % of it. Five rounds take about half an hour; leave the machine alone meanwhile."
        + "\n\nExamples:\n  ./plab bench load\n  ./plab bench load --quick\n  ./plab bench load --rounds 9 --markdown docs/reports/load.md\n  ./plab bench load --quick --json"
        + "\n\nExit codes: 0 measured, 1 a launch failed or lost a message, 2 usage or a system without epoll, 130 interrupted.";

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellation)
    {
        if (!EventLoop.IsSupported)
        {
            await Console.Error.WriteLineAsync("This compares the load's event loop with System.Net.Sockets; the event loop needs Linux on x64 or arm64.");
            return UsageExitCode;
        }

        bool isQuick = parsed.GetValue(_quick);
        var plan = new LoadBenchPlan(
            parsed.GetValue(_rounds) ?? (isQuick ? 1 : 5),
            WarmSeconds: isQuick ? 2 : 6,
            WindowSeconds: isQuick ? 2 : 5,
            parsed.GetValue(_seed) ?? 1,
            parsed.GetValue(_connections) ?? 100);
        try
        {
            IReadOnlyList<LoadSample> samples = await new LoadBench(plan, Console.Error.WriteLine).RunAsync(cancellation);
            string page = LoadReport.Render(samples, plan, isQuick);
            Console.Write(parsed.GetValue(_json) ? LoadReport.Json(samples) : page);
            if (parsed.GetValue(_markdown) is { } file)
            {
                await File.WriteAllTextAsync(file.FullName, page, cancellation);
            }

            return 0;
        }
        catch (OperationCanceledException)
        {
            await Console.Error.WriteLineAsync("Interrupted; the server and the load are ended.");
            return InterruptedExitCode;
        }
        catch (Exception e) when (e is InvalidOperationException or ControlException)
        {
            await Console.Error.WriteLineAsync($"A launch failed: {e.Message}");
            return FailedExitCode;
        }
    }
}
