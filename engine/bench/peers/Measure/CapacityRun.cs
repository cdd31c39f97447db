using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using PlayHouse.Engine.Peers.Servers;

namespace PlayHouse.Engine.Peers.Measure;

/// <summary>One sample of a closed loop: a server, and the client in C.</summary>
internal sealed class CapacityRun(NativePrograms native, BenchPlan plan)
{
    /// <summary>Above this share of its core the client itself may be what limits: 30 % of head-room are left below it.</summary>
    public const double ClientBusyMax = 0.77;

    private static readonly TimeSpan OpenDeadline = TimeSpan.FromSeconds(60);

    /// <summary>Starts a server of a kind on the first processor.</summary>
    public static Task<PeerProcess> StartServerAsync(NativePrograms native, PeerKind kind, CancellationToken cancellation) => kind.Create is null
        ? PeerProcess.StartAsync(0, native.Epoll, [], hasCompiler: false, hasInlineCompletions: false, cancellation)
        : PeerProcess.StartAsync(0, Environment.ProcessPath!, ["serve", kind.Id], hasCompiler: true, kind.HasInlineCompletions, cancellation);

    /// <summary>Connects clients that say nothing until they are disposed.</summary>
    public static async Task<PeerProcess> HoldAsync(NativePrograms native, PeerProcess server, int connections, CancellationToken cancellation)
    {
        PeerProcess holder = PeerProcess.StartClient(1, native.Client, Arguments(server, connections, 1, 0, 0, ["hold"]));
        try
        {
            await holder.ExpectAsync("open", OpenDeadline, cancellation);
            return holder;
        }
        catch
        {
            await holder.DisposeAsync();
            throw;
        }
    }

    public async Task<Sample> MeasureAsync(CapacityCell cell, string arm, int round, CancellationToken cancellation)
    {
        PeerKind kind = PeerCatalog.Find(arm)!;
        await using PeerProcess server = await StartServerAsync(native, kind, cancellation);
        await using PeerProcess client = PeerProcess.StartClient(1, native.Client, Arguments(server, cell.Connections, cell.Depth, cell.PayloadBytes, plan.WindowMs, ModeOf(cell, kind)));
        await client.ExpectAsync("open", OpenDeadline, cancellation);
        WarmUpOutcome warm = await WarmUpWait.RunAsync(plan.WarmUp, Stopwatch.GetTimestamp(), [server], cancellation);
        await client.SayAsync("go", cancellation);
        await client.ExpectAsync("begin", OpenDeadline, cancellation);
        long before = await AllocatedAsync(server, cancellation);
        await client.ExpectAsync("end", OpenDeadline + TimeSpan.FromMilliseconds(plan.WindowMs), cancellation);
        long after = await AllocatedAsync(server, cancellation);
        string line = await client.LineAsync(OpenDeadline, cancellation) ?? throw new InvalidOperationException("The client ended without a result.");
        return ToSample(cell, arm, round, ClientResult.Parse(line), after - before) with { WarmUp = warm };
    }

    /// <summary>What the client counted as a sample.</summary>
    /// <exception cref="InvalidOperationException">An answer was wrong, or there was none.</exception>
    public static Sample ToSample(CapacityCell cell, string arm, int round, ClientResult result, long allocated)
    {
        if (result.Wrong > 0 || result.Messages == 0)
        {
            throw new InvalidOperationException($"{arm} gave {result.Messages} answers, {result.Wrong} of them wrong ({cell.Name}).");
        }

        double clientCores = result.ClientCpuSeconds / result.Seconds;
        Dictionary<string, double> figures = new()
        {
            [Metrics.Rate] = result.Messages / result.Seconds,
            [Metrics.Cpu] = result.ServerCpuSeconds * 1e6 / result.Messages,
            [Metrics.Allocated] = (double)allocated / result.Messages,
            [Metrics.Threads] = result.Threads,
            [Metrics.ClientCores] = clientCores,
            [Metrics.ServerCores] = result.ServerCpuSeconds / result.Seconds,
        };
        if (result.UserInstructions > 0)
        {
            figures[Metrics.UserInstructions] = (double)result.UserInstructions / result.Messages;
        }

        if (result.UserInstructions > 0 && result.KernelInstructions > 0)
        {
            figures[Metrics.Instructions] = (double)(result.UserInstructions + result.KernelInstructions) / result.Messages;
        }

        return new Sample(cell, arm, round, figures) { Note = result.Tls, Marks = clientCores > ClientBusyMax ? ["client-bound"] : [] };
    }

    private static string[] ModeOf(CapacityCell cell, PeerKind kind) =>
        [kind.IsFanOut ? "fan-out" : cell.IsChurn ? "churn" : cell.IsRoom ? "room" : "echo", .. kind.IsTls ? ["tls"] : Array.Empty<string>()];

    private static string[] Arguments(PeerProcess server, int connections, int depth, int payloadBytes, int windowMs, string[] mode) =>
    [
        .. new[] { server.Port, connections, depth, payloadBytes, windowMs, server.Pid }.Select(n => n.ToString(CultureInfo.InvariantCulture)),
        .. mode,
    ];

    /// <summary>The program in C answers every question with a number that stands still.</summary>
    private static async Task<long> AllocatedAsync(PeerProcess server, CancellationToken cancellation) => await server.NumberAsync("allocated", cancellation);
}

/// <summary>The line that the client in C prints at the end of its window.</summary>
/// <param name="Messages">Answers in the window.</param>
/// <param name="Seconds">Its length.</param>
/// <param name="ServerCpuSeconds">Processor time of the server in it.</param>
/// <param name="ClientCpuSeconds">Processor time of the client in it.</param>
/// <param name="Threads">Threads of the server.</param>
/// <param name="Checked">Answers that were compared whole.</param>
/// <param name="Wrong">Answers that were not what was due, the warm-up included.</param>
/// <param name="UserInstructions">Of the server; -1 where the machine does not count them.</param>
/// <param name="KernelInstructions">As before.</param>
/// <param name="Tls">Version and cipher; empty for a plain connection.</param>
internal sealed record ClientResult(
    long Messages, double Seconds, double ServerCpuSeconds, double ClientCpuSeconds, int Threads, long Checked, long Wrong, long UserInstructions, long KernelInstructions, string Tls)
{
    /// <summary>Reads the line.</summary>
    public static ClientResult Parse(string line) => JsonSerializer.Deserialize<ClientResult>(line, JsonSerializerOptions.Web)!;
}
