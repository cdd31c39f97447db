using System.Diagnostics;
using System.Globalization;
using System.Net;
using PlayHouse.Engine.Soak.Load;
using PlayHouse.Engine.Soak.Report;
using PlayHouse.Engine.Soak.Server;

namespace PlayHouse.Engine.Soak.Scenarios;

/// <summary>
/// System calls of the server fail, or come late, one in a hundred and then one in ten, while clients send numbered messages. The tracer of
/// the system makes them fail below the server, which runs as it is shipped.
/// </summary>
internal sealed class Faults : ISoakScenario
{
    private const int Clients = 32;
    private const string Tracer = "strace";

    private static readonly int[] OneIn = [100, 10];

    /// <summary>Kinds of faults; <c>{n}</c> stands for how many calls come to one that fails.</summary>
    private static readonly (string Kind, string[] Injections)[] Kinds =
    [
        ("resets", ["accept4:error=ECONNABORTED:when={n}+{n}", "recvfrom,recvmsg:error=ECONNRESET:when={n}+{n}", "sendto,sendmsg:error=EPIPE:when={n}+{n}"]),
        ("shortages", ["accept4:error=EMFILE:when={n}+{n}", "recvfrom,recvmsg:error=EINTR:when={n}+{n}", "sendto,sendmsg:error=EAGAIN:when={n}+{n}"]),
        ("delays", ["epoll_wait:delay_exit=20000:when={n}+{n}", "recvfrom,recvmsg,sendto,sendmsg:delay_enter=5000:when={n}+{n}"]),
    ];

    public string Id => "faults";

    public string Summary => "system calls that fail or come late, 1 % and 10 % of them: order, at most once, every loss counted (R18); --minutes for each share";

    public async Task<SoakResult> RunAsync(SoakContext context)
    {
        List<SoakCheck> checks = [];
        long echoes = 0;
        Stopwatch clock = Stopwatch.StartNew();
        foreach (int oneIn in OneIn)
        {
            foreach ((string kind, string[] injections) in Kinds)
            {
                string name = string.Create(CultureInfo.InvariantCulture, $"{kind}, one in {oneIn}");
                (SoakCheck check, long echoed) = await RunAsync(name, [.. injections.Select(i => i.Replace("{n}", oneIn.ToString(CultureInfo.InvariantCulture), StringComparison.Ordinal))], context);
                echoes += echoed;
                checks.Add(check);
            }
        }

        return new SoakResult(Id, "R18", string.Create(CultureInfo.InvariantCulture, $"{clock.Elapsed:mm\\:ss} min, {Clients} clients, {echoes:N0} echoes"), checks);
    }

    private static async Task<(SoakCheck Check, long Echoes)> RunAsync(string name, string[] injections, SoakContext context)
    {
        string log = Path.GetTempFileName();
        try
        {
            await using ServerProcess server = await StartAsync(injections, log);
            List<NumberedClient> clients = [.. Enumerable.Range(0, Clients).Select(i => new NumberedClient(server.EndPoint, StageRanges.Plain + (i % 4), $"numbered{i}"))];
            await PlayAsync(name, clients, context);
            int failed = File.ReadLines(log).Count(l => l.Contains("(INJECTED)", StringComparison.Ordinal) || l.Contains("(DELAYED)", StringComparison.Ordinal));
            ServerStats last = await server.WhenEmptyAsync(context.Cancellation);
            ServerStats end = await server.StopAsync(context.Cancellation);
            return (Judge(name, clients, failed, last, end), clients.Sum(c => c.Echoes));
        }
        finally
        {
            File.Delete(log);
        }
    }

    private static async Task<ServerProcess> StartAsync(string[] injections, string log)
    {
        string traced = string.Join(',', injections.Select(i => i[..i.IndexOf(':', StringComparison.Ordinal)]));
        SoakSetup setup = new(new EngineLimits
        {
            ConnectionsPerAddressMax = 100_000, ReconnectGracePeriod = TimeSpan.FromSeconds(2), WriteStallTimeout = TimeSpan.FromSeconds(2),
        });
        try
        {
            return await ServerProcess.StartAsync(setup, [Tracer, "-f", "-qq", "--seccomp-bpf", "-o", log, "-e", "trace=" + traced, .. injections.SelectMany(i => new[] { "-e", "inject=" + i })]);
        }
        catch (System.ComponentModel.Win32Exception exception)
        {
            throw new InvalidOperationException($"{Tracer} cannot be started: {exception.Message}. Install it: apt-get install {Tracer}", exception);
        }
    }

    private static async Task PlayAsync(string name, List<NumberedClient> clients, SoakContext context)
    {
        TimeSpan time = context.Duration / Kinds.Length;
        using CancellationTokenSource end = CancellationTokenSource.CreateLinkedTokenSource(context.Cancellation);
        Task[] playing = [.. clients.Select(c => c.PlayAsync(end.Token))];
        Stopwatch clock = Stopwatch.StartNew();
        using PeriodicTimer second = new(TimeSpan.FromSeconds(1));
        while (clock.Elapsed < time && await second.WaitForNextTickAsync(context.Cancellation))
        {
            context.Say(string.Create(CultureInfo.InvariantCulture, $"{name}: {clients.Sum(c => c.Echoes):N0} echoes, {clients.Sum(c => c.Cuts):N0} connections cut"));
        }

        await end.CancelAsync();
        await Task.WhenAll(playing);
    }

    private static SoakCheck Judge(string name, List<NumberedClient> clients, int failedCalls, ServerStats last, ServerStats end)
    {
        long wrong = clients.Sum(c => c.Wrong);
        long stuck = clients.Sum(c => c.Stuck);
        long accepts = last.Counters["accepts"];
        long reasons = last.Counters.Where(c => c.Key.StartsWith("closes.", StringComparison.Ordinal)).Sum(c => c.Value);
        long faults = end.Counters["engine.faults"] + end.Counters["handler.failures"];
        (long rented, long returned) = (end.Counters["buffers.rented"], end.Counters["buffers.returned"]);
        return new SoakCheck(
            $"{name}: echoes come in order, once, and all where the connection stays; each connection ends with one counted reason; no fault; buffers are back",
            string.Create(CultureInfo.InvariantCulture, $"{failedCalls:N0} calls, {clients.Sum(c => c.Cuts):N0} connections cut, {clients.Sum(c => c.Echoes):N0} echoes, {wrong} out of order, {stuck} missing; {accepts:N0} connections, {reasons:N0} reasons; {faults} faults; {rented:N0} buffers rented, {returned:N0} returned"),
            wrong > 0 || stuck > 0 || accepts != reasons || faults > 0 || rented != returned ? false
            : failedCalls > 0 && clients.All(c => c.Echoes > 0) ? true : null)
        {
            // A client whose write is cut waits out the server's two seconds for a stalled one before it begins again.
            NotJudged = "needs --minutes 0.5 or more: a client had no echo, or no call failed",
        };
    }
}
