using System.Globalization;
using System.Security.Cryptography;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>Ids of launches: time first, so that they sort, then a random part.</summary>
internal static class LaunchIds
{
    public static string New() =>
        string.Create(CultureInfo.InvariantCulture, $"l-{DateTime.UtcNow:yyyyMMdd-HHmmss}-{RandomNumberGenerator.GetHexString(6, lowercase: true)}");
}
