namespace PlayHouse.Lab.Model;

/// <summary>Where the lab's own programs and files lie. Where a notebook's kernel has loaded the lab, that is not the folder of the process.</summary>
public static class ProgramFolder
{
    /// <summary>Full path, without a separator at its end.</summary>
    public static string Path { get; } = typeof(ProgramFolder).Assembly.Location is { Length: > 0 } file
        ? System.IO.Path.GetDirectoryName(file)!
        : System.IO.Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory);
}
