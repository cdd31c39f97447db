using System.Reflection;

namespace PlayHouse.Repository.Tests;

/// <summary>The checkout that these tests read.</summary>
internal static class Checkout
{
    public static string Root { get; } = typeof(Checkout).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(a => a.Key == "RepositoryRoot").Value!;
}
