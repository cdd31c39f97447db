namespace PlayHouse.Lab.Runner.Tests.Validate;

/// <summary>Finds files of this checkout from the folder the tests run in.</summary>
internal static class RepositoryFiles
{
    public static string Root { get; } = Find();

    public static string Path(params string[] parts) => System.IO.Path.Combine([Root, .. parts]);

    private static string Find()
    {
        DirectoryInfo? folder = new(AppContext.BaseDirectory);
        while (folder is not null && !File.Exists(System.IO.Path.Combine(folder.FullName, "PlayHouse.Lab.sln")))
        {
            folder = folder.Parent;
        }

        return folder?.FullName ?? throw new DirectoryNotFoundException("the checkout is not above the tests");
    }
}
