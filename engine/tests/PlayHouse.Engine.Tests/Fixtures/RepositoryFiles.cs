namespace PlayHouse.Engine.Tests.Fixtures;

/// <summary>Files of the working copy that tests compare against.</summary>
internal static class RepositoryFiles
{
    /// <summary>Full path of a file given from the root of the working copy.</summary>
    public static string PathOf(string fromRoot)
    {
        DirectoryInfo? folder = new(AppContext.BaseDirectory);
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "PlayHouse.Lab.sln")))
        {
            folder = folder.Parent;
        }

        Assert.True(folder is not null, "The tests run outside a working copy.");
        return Path.Combine(folder.FullName, fromRoot);
    }
}
