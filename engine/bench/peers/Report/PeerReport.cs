using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;
using PlayHouse.Engine.Peers.Measure;
using PlayHouse.Engine.Peers.Servers;

namespace PlayHouse.Engine.Peers.Report;

/// <summary>Samples as a Markdown page that also reads in a terminal. Every number comes from the samples.</summary>
internal static class PeerReport
{
    /// <summary>Above this share of its core the client itself may be what limits.</summary>
    private const double ClientBusyMax = 0.77;

    public static string Render(IReadOnlyList<Sample> samples, BenchPlan plan, string compiler)
    {
        StringBuilder page = new();
        page.AppendLine("# The engine beside other servers").AppendLine();
        page.AppendLine("Written by `./plab bench peers`. All servers speak the client frame and answer the same requests of one client in C: closed");
        page.AppendLine("loop, one pre-built batch and one write per connection, every frame counted, one in a thousand compared whole. Ratios count, not");
        page.AppendLine("the figures: each is made of two samples of the same round. User instructions are missing: this machine does not count them.").AppendLine();
        Conditions(page, samples, plan, compiler);
        GoalTable(page, samples);
        foreach (Cell cell in plan.Cells)
        {
            CellTable(page, samples, cell);
        }

        return page.ToString().Replace("\r\n", "\n", StringComparison.Ordinal);
    }

    private static void Conditions(StringBuilder page, IReadOnlyList<Sample> samples, BenchPlan plan, string compiler)
    {
        Line(page, $"Conditions: {RuntimeInformation.OSDescription}, {Environment.ProcessorCount} processors, {RuntimeInformation.FrameworkDescription}, {compiler};");
        Line(page, $"{Placement.Summary}; {plan.Rounds} rounds, fresh processes, order drawn per round and cell (seed {plan.Seed}), {plan.WarmMs} ms warm-up, {plan.WindowMs} ms window;");
        Line(page, $"load of the machine when it ended: {LoadAverage()}; {samples.Count} samples.");
        page.AppendLine();
    }

    private static void GoalTable(StringBuilder page, IReadOnlyList<Sample> samples)
    {
        page.AppendLine("## Goals").AppendLine();
        page.AppendLine("Processor time per message, ratio to the peer in the same round: median, smallest and largest.").AppendLine();
        page.AppendLine("| goal | server | against | cell | median | range | must | target | |");
        page.AppendLine("|---|---|---|---|---|---|---|---|---|");
        foreach (Goal goal in Goals.All)
        {
            double[] ratios = Ratios(samples, goal);
            if (ratios.Length > 0)
            {
                double median = Median(ratios);
                Line(page, $"| {goal.Id} | {goal.Server} | {goal.Against} | {samples.First(s => goal.Cell(s.Cell)).Cell.Name} | {median:0.00} | {ratios.Min():0.00}–{ratios.Max():0.00} | {Limit(goal.Must)} | {Limit(goal.Target)} | {Word(goal, median)} |");
            }
        }

        page.AppendLine();
    }

    private static void CellTable(StringBuilder page, IReadOnlyList<Sample> samples, Cell cell)
    {
        Line(page, $"## {cell.Name}");
        page.AppendLine();
        page.AppendLine("| server | CPU µs/msg (median) | range | msg/s (median) | allocated B/msg | threads | server cores | client core | |");
        page.AppendLine("|---|---|---|---|---|---|---|---|---|");
        foreach (PeerKind kind in PeerCatalog.All)
        {
            Sample[] own = [.. samples.Where(s => s.Cell == cell && s.Kind == kind.Id)];
            if (own.Length == 0)
            {
                continue;
            }

            double[] cpu = [.. own.Select(s => s.CpuMicroseconds)];
            double busy = Median(own.Select(s => s.ClientBusy));
            Line(page, $"| {kind.Id} | {Median(cpu):0.000} | {cpu.Min():0.000}–{cpu.Max():0.000} | {Median(own.Select(s => s.MessagesPerSecond)):N0} | {Median(own.Select(s => s.BytesPerMessage)):0.00} | {Median(own.Select(s => (double)s.Threads)):0} | {Median(own.Select(s => s.ServerBusy)):0.00} | {busy:0.00} | {(busy > ClientBusyMax ? "client-bound" : "")} |");
        }

        page.AppendLine();
    }

    private static double[] Ratios(IReadOnlyList<Sample> samples, Goal goal) =>
    [
        .. from own in samples
           where own.Kind == goal.Server && goal.Cell(own.Cell)
           from other in samples
           where other.Kind == goal.Against && other.Cell == own.Cell && other.Round == own.Round
           select own.CpuMicroseconds / other.CpuMicroseconds,
    ];

    private static string Word(Goal goal, double median) =>
        double.IsNaN(goal.Must) ? (goal.Server == PeerCatalog.EngineHops.Id ? "cost of the breakdown" : "noise") : median <= goal.Target ? "target met" : median <= goal.Must ? "must met" : "**missed**";

    private static string Limit(double value) => double.IsNaN(value) ? "" : string.Create(CultureInfo.InvariantCulture, $"≤ {value}");

    private static double Median(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        return (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2;
    }

    private static string LoadAverage() => File.Exists("/proc/loadavg") ? string.Join(' ', File.ReadAllText("/proc/loadavg").Split(' ')[..3]) : "unknown";

    private static void Line(StringBuilder page, FormattableString line) => page.Append(line.ToString(CultureInfo.InvariantCulture)).Append('\n');
}
