namespace PlayHouse.Lab.Reporting.Charts;

/// <summary>Domain and marks of an axis.</summary>
/// <param name="Min">Smallest value drawn.</param>
/// <param name="Max">Largest value drawn, above <paramref name="Min"/>.</param>
/// <param name="Marks">Values with a mark, ascending.</param>
/// <param name="Step">Distance that labels must tell apart; on a log axis each mark is its own.</param>
internal sealed record AxisTicks(double Min, double Max, IReadOnlyList<double> Marks, double Step)
{
    /// <summary>Most marks by default.</summary>
    public const int MarksMax = 10;

    private static readonly double[] TimeSteps =
    [
        60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400, 172_800, 432_000, 864_000,
        1_728_000, 4_320_000, 8_640_000, 17_280_000, 43_200_000, 86_400_000, 432_000_000, 864_000_000, 8_640_000_000, 86_400_000_000, 864_000_000_000,
    ];

    /// <summary>Marks at 1, 2 or 5 times a power of ten; the domain grows outwards to marks and covers the values.</summary>
    public static AxisTicks Linear(double min, double max, int marksMax = MarksMax)
    {
        (min, max) = Widened(min, max);
        DecimalStep step = DecimalStep.AtLeast((max - min) / (marksMax - 1));
        (double first, double last) = step.Around(min, max);
        while (last - first + 1 > marksMax)
        {
            step = step.Next();
            (first, last) = step.Around(min, max);
        }

        double[] marks = [.. Enumerable.Range(0, (int)(last - first) + 1).Select(i => step.Times(first + i))];
        return new AxisTicks(Math.Min(min, marks[0]), Math.Max(max, marks[^1]), marks, step.Size);
    }

    /// <summary><see cref="Linear"/> in the largest binary unit (KiB, MiB …) that the values reach.</summary>
    public static AxisTicks Binary(double min, double max, int marksMax = MarksMax)
    {
        double size = Math.Max(Math.Abs(min), Math.Abs(max));
        double unit = Math.Pow(1024, size < 1024 ? 0 : Math.Min(4, Math.Floor(Math.Log2(size) / 10)));
        AxisTicks ticks = Linear(min / unit, max / unit, marksMax);
        return new AxisTicks(ticks.Min * unit, ticks.Max * unit, [.. ticks.Marks.Select(m => m * unit)], ticks.Step * unit);
    }

    /// <summary>Marks at 1, 2 and 5 times each power of ten, or at powers of ten where those are too many; positive values only.</summary>
    public static AxisTicks Log(double min, double max, int marksMax = MarksMax)
    {
        (min, max) = max / min < 1.01 ? (min / 1.5, max * 1.5) : (min, max);
        int lowest = (int)Math.Floor(Math.Log10(min) + 1e-12);
        int highest = (int)Math.Ceiling(Math.Log10(max) - 1e-12);
        double[] fine = [.. Enumerable.Range(lowest, highest - lowest + 1).SelectMany(e => new[] { 1.0, 2, 5 }.Select(m => DecimalStep.Power(m, e)))];
        int first = Math.Max(0, Array.FindLastIndex(fine, m => m <= min * (1 + 1e-9)));
        int last = Array.FindIndex(fine, m => m >= max * (1 - 1e-9));
        double[] marks = fine[first..(last + 1)];
        if (marks.Length > marksMax)
        {
            int stride = Math.Max(1, (int)Math.Ceiling((highest - lowest) / (double)(marksMax - 1)));
            marks = [.. Enumerable.Range(0, (highest - lowest + stride - 1) / stride + 1).Select(i => DecimalStep.Power(1, lowest + i * stride))];
        }

        return new AxisTicks(Math.Min(min, marks[0]), Math.Max(max, marks[^1]), marks, 0);
    }

    /// <summary>Marks at whole minutes, hours or days.</summary>
    public static AxisTicks Time(double min, double max, int marksMax)
    {
        (min, max) = max - min < 60 ? (min - 60, max + 60) : (min, max);
        double step = TimeSteps.FirstOrDefault(s => Math.Ceiling(max / s) - Math.Floor(min / s) + 1 <= marksMax, TimeSteps[^1]);
        double first = Math.Floor(min / step);
        int count = (int)Math.Clamp(Math.Ceiling(max / step) - first + 1, 2, marksMax);
        double[] marks = [.. Enumerable.Range(0, count).Select(i => (first + i) * step)];
        // Days without data at both ends would squeeze the rest: two marks inside are enough to read the others.
        double room = (max - min) * 0.03;
        double[] inside = [.. marks.Where(m => m >= min - room && m <= max + room)];
        return inside.Length >= 2
            ? new AxisTicks(min - room, max + room, inside, step)
            : new AxisTicks(Math.Min(min, marks[0]), Math.Max(max, marks[^1]), marks, step);
    }

    /// <summary>The same marks inside fixed ends; an end that is null stays where the marks put it.</summary>
    public AxisTicks Within(double? min, double? max)
    {
        double low = min ?? Min;
        double high = max ?? Max;
        return new AxisTicks(low, high, [.. Marks.Where(m => m >= low && m <= high)], Step);
    }

    /// <summary>Label of a mark.</summary>
    public string Label(double mark, ChartFormat format) => ChartNumbers.Tick(mark, Step > 0 ? Step : Math.Abs(mark), format);

    // Equal values still need room around them, and a range below the resolution of a double has no steps.
    private static (double Min, double Max) Widened(double min, double max)
    {
        double size = Math.Max(Math.Abs(min), Math.Abs(max));
        if (max - min > Math.Max(size * 1e-9, 1e-150))
        {
            return (min, max);
        }

        double room = size < 1e-140 ? 1 : size * 0.1;
        return (min - room, max + room);
    }
}
