namespace PlayHouse.Lab.Model;

/// <summary>Which build a program is.</summary>
public static class ProgramVersion
{
    private const string File = "revision.txt";

    /// <summary>Version and commit, <c>0.1.0+9a07d3e…</c>, as the build wrote it next to the program; empty where it wrote nothing.</summary>
    public static string Text { get; } = Read(Path.Combine(ProgramFolder.Path, File));

    // Not in the assemblies: each commit would compile all of them again.
    private static string Read(string path) => System.IO.File.Exists(path) ? System.IO.File.ReadAllText(path).Trim() : "";
}
