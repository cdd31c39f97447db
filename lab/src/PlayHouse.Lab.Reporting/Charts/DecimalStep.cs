namespace PlayHouse.Lab.Reporting.Charts;

/// <summary>1, 2 or 5 times a power of ten, kept as whole numbers so that multiples of 0.1 stay short.</summary>
internal readonly record struct DecimalStep(int Mantissa, int Exponent)
{
    // A multiple that rounding moved by this share of a step still counts as on the mark.
    private const double Slack = 1e-9;

    public double Size => Times(1);

    /// <summary>The smallest step that is not below the size.</summary>
    public static DecimalStep AtLeast(double size)
    {
        DecimalStep step = new(1, (int)Math.Floor(Math.Log10(size)) - 1);
        while (step.Size < size * (1 - Slack))
        {
            step = step.Next();
        }

        return step;
    }

    public static double Power(double mantissa, int exponent) =>
        exponent < 0 ? mantissa / Math.Pow(10, -exponent) : mantissa * Math.Pow(10, exponent);

    public DecimalStep Next() => Mantissa switch
    {
        1 => this with { Mantissa = 2 },
        2 => this with { Mantissa = 5 },
        _ => new DecimalStep(1, Exponent + 1),
    };

    public double Times(double count) => Power(Mantissa * count, Exponent);

    /// <summary>Multiples on either side of the range.</summary>
    public (double First, double Last) Around(double min, double max) =>
        (Math.Floor(min / Size + Slack), Math.Ceiling(max / Size - Slack));
}
