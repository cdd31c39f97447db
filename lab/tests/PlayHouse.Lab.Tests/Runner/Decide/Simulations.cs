namespace PlayHouse.Lab.Runner.Tests.Decide;

/// <summary>How much a simulation draws: a fifth in <c>./test</c>, everything in <c>plab selftest simulations</c>. The rates that are asked are the same.</summary>
internal static class Simulations
{
    private const string Variable = "PLAYHOUSE_SELFTEST";
    private const int Fraction = 5;

    /// <summary>Draws of a simulation whose full size is this.</summary>
    public static int Of(int full) => Environment.GetEnvironmentVariable(Variable) is null ? full / Fraction : full;
}
