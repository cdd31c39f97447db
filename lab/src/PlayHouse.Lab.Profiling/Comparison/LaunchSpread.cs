using PlayHouse.Lab.Profiling.Estimates;

namespace PlayHouse.Lab.Profiling.Comparison;

/// <summary>
/// Spread between launches of one arm beyond sampling, relative to the mean, pooled over all sites. One site has too few
/// launches to know its own spread and would often take it for zero; what all sites share is known better and serves as floor.
/// </summary>
/// <param name="RelativeVariance">Variance of a launch over its squared mean; 0 when sampling explains everything.</param>
/// <param name="Degrees">Degrees of freedom behind it.</param>
internal readonly record struct LaunchSpread(double RelativeVariance, double Degrees)
{
    public static LaunchSpread Pool(IEnumerable<(ArmCell Baseline, ArmCell Other)> cells)
    {
        double squares = 0;
        double weightedDegrees = 0;
        double squaredWeights = 0;
        foreach ((ArmCell baseline, ArmCell other) in cells)
        {
            double variancePerByte = Math.Max(baseline.BytesVariancePerByte, other.BytesVariancePerByte);
            foreach (ArmCell arm in (ReadOnlySpan<ArmCell>)[baseline, other])
            {
                int degrees = arm.Profiles - 1;
                if (degrees == 0 || arm.Samples < AllocationEstimator.SamplesMin)
                    continue;
                double meanSquared = arm.Mean * arm.Mean;
                double sampling = arm.SquaresFromSampling(variancePerByte) / meanSquared;
                // Sites with little sampling noise tell most about the launches.
                double weight = sampling > 0 ? Math.Pow(degrees / sampling, 2) : 0;
                squares += weight * (arm.SquaresBetween() / meanSquared - sampling);
                weightedDegrees += weight * degrees;
                squaredWeights += weight * weight * degrees;
            }
        }
        return squares > 0 && weightedDegrees > 0
            ? new LaunchSpread(squares / weightedDegrees, weightedDegrees * weightedDegrees / squaredWeights)
            : default;
    }
}
