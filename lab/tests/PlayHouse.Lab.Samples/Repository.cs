using System.Reflection;

namespace PlayHouse.Lab.TestKit;

/// <summary>Places of the checkout and of the build.</summary>
public static class Repository
{
    public static string Root { get; } = typeof(Repository).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(a => a.Key == "RepositoryRoot").Value!;

    /// <summary>The folder of what drives a browser.</summary>
    public static string Browser => PathOf("dashboard", "tests", "PlayHouse.Dashboard.Tests", "browser");

    public static string PathOf(params string[] parts) => Path.Combine([Root, .. parts]);

    /// <summary>A program in the build's own folder, as the launcher finds it.</summary>
    public static string Program(string project)
    {
        string configuration = Path.GetFileName(Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory));
        string program = Path.GetFullPath(Path.Combine(AppContext.BaseDirectory, "..", "..", project, configuration, project));
        Assert.True(File.Exists(program), $"{project} is not built.");
        return program;
    }
}
