using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using PlayHouse.Engine.Peers.Servers;

namespace PlayHouse.Engine.Peers.Measure;

/// <summary>
/// Measures cells round by round: in each round every server of a cell runs once, in an order drawn anew, each in a fresh
/// process. Ratios are made of samples of one round, so that what the machine does between rounds cancels.
/// </summary>
internal sealed class PeerBench(NativePrograms native, BenchPlan plan, Action<string> say)
{
    private static readonly TimeSpan ReadyDeadline = TimeSpan.FromSeconds(30);

    public async Task<IReadOnlyList<Sample>> RunAsync(CancellationToken cancellation)
    {
        var random = new Random(plan.Seed);
        List<Sample> samples = [];
        int total = plan.Rounds * plan.Cells.Sum(c => c.Kinds.Count);
        for (int round = 0; round < plan.Rounds; round++)
        {
            foreach (Cell cell in plan.Cells)
            {
                string[] order = [.. cell.Kinds];
                random.Shuffle(order);
                foreach (string kind in order)
                {
                    say($"[{samples.Count + 1}/{total}] round {round + 1}, {cell.Name}: {kind}");
                    samples.Add(await MeasureAsync(cell, PeerCatalog.Find(kind)!, round, cancellation));
                }
            }
        }

        return samples;
    }

    private async Task<Sample> MeasureAsync(Cell cell, PeerKind kind, int round, CancellationToken cancellation)
    {
        using Process server = kind.Create is null
            ? Placement.Start(0, native.Epoll, [])
            : Placement.Start(0, Environment.ProcessPath!, ["serve", kind.Id], kind.HasInlineCompletions);
        try
        {
            string[] ready = await AskAsync(server, null, "ready", cancellation);
            int pid = int.Parse(ready[2], CultureInfo.InvariantCulture);
            using Process client = Placement.Start(1, native.Client, Arguments(cell, ready[1], pid));
            try
            {
                await ExpectAsync(client, "begin", cancellation);
                long before = await AllocatedAsync(server, cancellation);
                await ExpectAsync(client, "end", cancellation);
                long after = await AllocatedAsync(server, cancellation);
                string line = await client.StandardOutput.ReadLineAsync(cancellation) ?? throw new InvalidOperationException("The client ended without a result.");
                return ToSample(cell, kind, round, JsonSerializer.Deserialize<ClientResult>(line, JsonSerializerOptions.Web)!, after - before);
            }
            finally
            {
                client.Kill();
            }
        }
        finally
        {
            server.Kill(entireProcessTree: true);
            await server.WaitForExitAsync(CancellationToken.None);
        }
    }

    private string[] Arguments(Cell cell, string port, int pid) =>
    [
        port,
        .. new[] { cell.Connections, cell.Depth, cell.PayloadBytes, plan.WarmMs, plan.WindowMs, pid, cell.IsRoom ? 1 : 0 }
            .Select(n => n.ToString(CultureInfo.InvariantCulture)),
    ];

    private static Sample ToSample(Cell cell, PeerKind kind, int round, ClientResult result, long allocated)
    {
        if (result.Wrong > 0 || result.Messages == 0)
        {
            throw new InvalidOperationException($"{kind.Id} answered {result.Messages} requests, {result.Wrong} of them wrong ({cell.Name}).");
        }

        return new Sample(
            cell,
            kind.Id,
            round,
            result.Messages / result.Seconds,
            result.ServerCpuSeconds * 1e6 / result.Messages,
            (double)allocated / result.Messages,
            result.Threads,
            result.ClientCpuSeconds / result.Seconds,
            result.ServerCpuSeconds / result.Seconds);
    }

    private static async Task<long> AllocatedAsync(Process server, CancellationToken cancellation) =>
        long.Parse((await AskAsync(server, "allocated?", "allocated", cancellation))[1], CultureInfo.InvariantCulture);

    private static async Task<string[]> AskAsync(Process process, string? question, string answer, CancellationToken cancellation)
    {
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        deadline.CancelAfter(ReadyDeadline);
        if (question is not null)
        {
            await process.StandardInput.WriteLineAsync(question.AsMemory(), deadline.Token);
            await process.StandardInput.FlushAsync(deadline.Token);
        }

        string? line = await process.StandardOutput.ReadLineAsync(deadline.Token);
        string[] words = line?.Split(' ') ?? [];
        return words.FirstOrDefault() == answer ? words : throw new InvalidOperationException($"Expected '{answer} …' of a server, got '{line}'.");
    }

    private async Task ExpectAsync(Process client, string word, CancellationToken cancellation)
    {
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        deadline.CancelAfter(ReadyDeadline + TimeSpan.FromMilliseconds(plan.WarmMs + plan.WindowMs));
        string? line = await client.StandardOutput.ReadLineAsync(deadline.Token);
        if (line != word)
        {
            throw new InvalidOperationException($"Expected '{word}' of the client, got '{line}'.");
        }
    }

    private sealed record ClientResult(long Messages, double Seconds, double ServerCpuSeconds, double ClientCpuSeconds, int Threads, long Checked, long Wrong);
}

/// <summary>What to measure and for how long.</summary>
/// <param name="Cells">The loads.</param>
/// <param name="Rounds">Rounds, each server once per round.</param>
/// <param name="WarmMs">Milliseconds before the window.</param>
/// <param name="WindowMs">Milliseconds measured.</param>
/// <param name="Seed">Seed of the orders.</param>
internal sealed record BenchPlan(IReadOnlyList<Cell> Cells, int Rounds, int WarmMs, int WindowMs, int Seed);
