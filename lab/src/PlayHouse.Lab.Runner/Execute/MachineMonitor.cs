using System.Globalization;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Runner.Analyse;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>
/// Watches the machine once a second during a window: time stolen by the hypervisor, processor time of processes that are
/// not ours, CPU pressure. Its limits are causes outside both arms. Linux only; elsewhere it reports nothing.
/// </summary>
internal sealed class MachineMonitor : IDisposable
{
    // The kernel counts in hundredths of a second: a shorter remainder says nothing.
    private const double ShortestWindowSeconds = 0.5;
    private const double JiffiesPerSecond = 100;

    private readonly IReadOnlyList<int> _ownPids;
    private readonly List<Sample> _samples = [];
    private readonly Timer? _timer;
    private readonly Lock _gate = new();
    private readonly double _pressureStart;

    private MachineMonitor(IReadOnlyList<int> ownPids)
    {
        _ownPids = ownPids;
        if (!OperatingSystem.IsLinux())
        {
            return;
        }

        _pressureStart = PressureSeconds();
        Take();
        _timer = new Timer(_ => Take(), null, TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(1));
    }

    /// <summary>Begins to watch. Own processes are the target, the load and the runner.</summary>
    public static MachineMonitor Start(IReadOnlyList<int> ownPids) => new(ownPids);

    /// <summary>Ends and sums up; null where the machine cannot tell.</summary>
    public MachineNoise? Stop()
    {
        if (_timer is null)
        {
            return null;
        }

        _timer.Dispose();
        Take();
        lock (_gate)
        {
            return Summarise();
        }
    }

    public void Dispose() => _timer?.Dispose();

    private MachineNoise Summarise()
    {
        Sample first = _samples[0];
        Sample last = _samples[^1];
        double seconds = Math.Max(1e-3, last.Seconds - first.Seconds);
        int disturbed = 0;
        int windows = 0;
        for (int i = 1; i < _samples.Count; i++)
        {
            if (_samples[i].Seconds - _samples[i - 1].Seconds < ShortestWindowSeconds)
            {
                continue;
            }

            windows++;
            (double steal, double foreign) = Between(_samples[i - 1], _samples[i]);
            disturbed += steal > ContaminationRule.StealShareMax || foreign > ContaminationRule.ForeignCpuCoresMax ? 1 : 0;
        }

        (double stealShare, double foreignCores) = Between(first, last);
        double? pressure = double.IsNaN(_pressureStart) ? null : (PressureSeconds() - _pressureStart) / seconds;
        return new MachineNoise(stealShare, foreignCores, (double)disturbed / Math.Max(1, windows), pressure);
    }

    private static (double StealShare, double ForeignCores) Between(Sample from, Sample to)
    {
        double seconds = Math.Max(1e-3, to.Seconds - from.Seconds);
        double total = Math.Max(1e-3, to.TotalJiffies - from.TotalJiffies);
        double steal = (to.StealJiffies - from.StealJiffies) / total;
        double foreign = (to.BusyJiffies - from.BusyJiffies - (to.OwnJiffies - from.OwnJiffies)) / JiffiesPerSecond / seconds;
        return (steal, Math.Max(0, foreign));
    }

    private void Take()
    {
        try
        {
            string[] cpu = File.ReadLines("/proc/stat").First().Split(' ', StringSplitOptions.RemoveEmptyEntries);
            double[] jiffies = [.. cpu.Skip(1).Take(8).Select(v => double.Parse(v, CultureInfo.InvariantCulture))];
            // user, nice, system, idle, iowait, irq, softirq, steal. Interrupt time is left out: loopback traffic of our
            // own processes lands there and no process is charged for it.
            double busy = jiffies[0] + jiffies[1] + jiffies[2];
            double own = _ownPids.Sum(OwnJiffies);
            var sample = new Sample(Environment.TickCount64 / 1000.0, jiffies.Sum(), busy, jiffies[7], own);
            lock (_gate)
            {
                _samples.Add(sample);
            }
        }
        catch (IOException)
        {
        }
    }

    /// <summary>User and system time of a process with all its threads; the kernel's interrupt time it causes is not in it.</summary>
    private static double OwnJiffies(int pid)
    {
        try
        {
            string stat = File.ReadAllText($"/proc/{pid}/stat");
            string[] fields = stat[(stat.LastIndexOf(')') + 2)..].Split(' ');
            return double.Parse(fields[11], CultureInfo.InvariantCulture) + double.Parse(fields[12], CultureInfo.InvariantCulture);
        }
        catch (IOException)
        {
            return 0;
        }
    }

    private static double PressureSeconds()
    {
        const string Path = "/proc/pressure/cpu";
        try
        {
            string line = File.ReadLines(Path).First();
            return double.Parse(line[(line.IndexOf("total=", StringComparison.Ordinal) + 6)..], CultureInfo.InvariantCulture) / 1e6;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return double.NaN;
        }
    }

    private sealed record Sample(double Seconds, double TotalJiffies, double BusyJiffies, double StealJiffies, double OwnJiffies);
}
