using System.Globalization;

namespace PlayHouse.Engine.Tests.Fixtures;

/// <summary>How often a test does what it does: as <c>./plab soak figures</c> asks in <c>PLAYHOUSE_SOAK_SIZE</c>, or as few times as show a defect.</summary>
internal static class SoakSize
{
    public static int Or(int usual) =>
        int.TryParse(Environment.GetEnvironmentVariable("PLAYHOUSE_SOAK_SIZE"), CultureInfo.InvariantCulture, out int asked) ? asked : usual;
}
