using PlayHouse.Lab.Profiling.Tests;
using PlayHouse.Lab.SelfTest.Live;

namespace PlayHouse.Lab.TestKit;

/// <summary>What a test does more of in <c>plab selftest</c> than in <c>./test</c>.</summary>
internal static class SelfTestRun
{
    private const int Fraction = 5;
    private const double OncePer = 1e-4;

    /// <summary>Whether <c>plab selftest</c> runs the tests.</summary>
    public static bool IsOn => Environment.GetEnvironmentVariable(LiveTestsCheck.Variable) is not null;

    /// <summary>Draws of a simulation whose full size is this: a fifth in <c>./test</c>.</summary>
    public static int Draws(int full) => IsOn ? full : full / Fraction;

    /// <summary>How many of the draws may claim what has this share: the share itself of all, of a fifth what chance gives once in ten thousand.</summary>
    public static double Most(double share, int draws) => IsOn ? share * draws : Chance.UpperBound(draws, share, OncePer);
}
