using System.Globalization;

namespace PlayHouse.Lab.Runner.Doctor;

/// <summary>Cumulative processor time of the machine, in ticks of the kernel.</summary>
/// <param name="Total">All time.</param>
/// <param name="Busy">Time in use, without idle, waiting and stolen time.</param>
/// <param name="Steal">Time taken by the hypervisor.</param>
internal sealed record ProcessorTimes(double Total, double Busy, double Steal)
{
    private const int StealField = 7;

    /// <summary>The times now; null where the system does not tell.</summary>
    public static ProcessorTimes? Read()
    {
        try
        {
            using StreamReader reader = new("/proc/stat");
            return Parse(reader.ReadLine() ?? "");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>Reads the line <c>cpu user nice system idle iowait irq softirq steal …</c>; null when it is something else.</summary>
    public static ProcessorTimes? Parse(string line)
    {
        string[] words = line.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        if (words.Length <= StealField + 1 || words[0] != "cpu")
        {
            return null;
        }

        double[] fields = new double[StealField + 1];
        for (int i = 0; i < fields.Length; i++)
        {
            if (!double.TryParse(words[i + 1], NumberStyles.Float, CultureInfo.InvariantCulture, out fields[i]))
            {
                return null;
            }
        }

        double total = fields.Sum();
        double idle = fields[3] + fields[4];
        return new ProcessorTimes(total, total - idle - fields[StealField], fields[StealField]);
    }

    /// <summary>Share of one kind of time between two readings, 0 … 1; null when they do not tell.</summary>
    public static double? Share(ProcessorTimes? before, ProcessorTimes? after, Func<ProcessorTimes, double> kind) =>
        before is null || after is null || after.Total <= before.Total
            ? null
            : Math.Clamp((kind(after) - kind(before)) / (after.Total - before.Total), 0, 1);
}
