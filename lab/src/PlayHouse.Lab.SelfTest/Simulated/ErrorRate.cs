using PlayHouse.Lab.Statistics.Binomials;

namespace PlayHouse.Lab.SelfTest.Simulated;

/// <summary>How many simulated runs claimed what was not there.</summary>
/// <param name="Hits">Those that did.</param>
/// <param name="Of">All of them.</param>
internal readonly record struct ErrorRate(int Hits, int Of)
{
    private const double Max = 0.05;
    private const double Confidence = 0.99;

    /// <summary>The rate itself has an error: it fails only where it is above 5 % beyond doubt.</summary>
    public bool Holds => BinomialLaw.ClopperPearson(Hits, Of, Confidence).Lower <= Max;
}
