using System.Reflection;

namespace PlayHouse.Dashboard.Tests.Fixtures;

/// <summary>Places of the build.</summary>
internal static class Repository
{
    public static string Root => Of("RepositoryRoot");

    public static string Browser => Of("BrowserFolder");

    /// <summary>A program in the build's own folder, as the launcher finds it.</summary>
    public static string Program(string project)
    {
        string configuration = Path.GetFileName(Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory));
        return Path.GetFullPath(Path.Combine(AppContext.BaseDirectory, "..", "..", project, configuration, project));
    }

    private static string Of(string key) =>
        typeof(Repository).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(a => a.Key == key).Value!;
}
