using System.Globalization;

namespace PlayHouse.Engine.Peers.LoadBench;

/// <summary>Processor time of the machine and of two of its processes, from Linux's own books; empty elsewhere.</summary>
/// <param name="AtSeconds">When it was read.</param>
/// <param name="BusySeconds">All processors, everything but idle and waiting, steal included.</param>
/// <param name="OwnSeconds">The two processes.</param>
internal sealed record MachineUse(double AtSeconds, double BusySeconds, double OwnSeconds)
{
    private const string MachineFile = "/proc/stat";
    private const double TicksPerSecond = 100;
    private const int IdleColumn = 4;
    private const int WaitingColumn = 5;
    private const int LastColumn = 8;
    private const int UserTicks = 11;
    private const int KernelTicks = 12;

    /// <summary>Reads it; null where the system keeps no such books.</summary>
    public static MachineUse? Read(params int[] processes)
    {
        if (!File.Exists(MachineFile))
        {
            return null;
        }

        string[] columns = File.ReadLines(MachineFile).First().Split(' ', StringSplitOptions.RemoveEmptyEntries);
        double busy = 0;
        for (int i = 1; i <= LastColumn; i++)
        {
            busy += i is IdleColumn or WaitingColumn ? 0 : Number(columns[i]);
        }

        return new MachineUse(Environment.TickCount64 / 1e3, busy / TicksPerSecond, processes.Sum(OfProcess));
    }

    /// <summary>Processors that others used since an earlier reading.</summary>
    public double OtherCoresSince(MachineUse earlier) =>
        Math.Max(0, (BusySeconds - earlier.BusySeconds - (OwnSeconds - earlier.OwnSeconds)) / (AtSeconds - earlier.AtSeconds));

    private static double OfProcess(int process)
    {
        string line = File.ReadAllText($"/proc/{process}/stat");
        // The name may have spaces; what follows it does not.
        string[] columns = line[(line.LastIndexOf(')') + 2)..].Split(' ');
        return (Number(columns[UserTicks]) + Number(columns[KernelTicks])) / TicksPerSecond;
    }

    private static double Number(string text) => double.Parse(text, CultureInfo.InvariantCulture);
}
