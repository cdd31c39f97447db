using PlayHouse.Lab.Model;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>Finds the executables that the runner launches: next to its own binary, or in the build's sibling folder.</summary>
public static class LabExecutables
{
    /// <summary>Project name of the target.</summary>
    public const string Target = "PlayHouse.Lab.Target";

    /// <summary>Project name of the load generator.</summary>
    public const string Load = "PlayHouse.Lab.Load";

    /// <summary>Full path of an executable. Throws <see cref="FileNotFoundException"/> with what to do when it is not built.</summary>
    public static string Find(string project)
    {
        string file = OperatingSystem.IsWindows() ? project + ".exe" : project;
        string here = ProgramFolder.Path;
        string configuration = Path.GetFileName(here);
        // The artifacts layout is bin/PROJECT/CONFIGURATION/; a published lab has everything in one folder.
        string[] places =
        [
            Path.Combine(here, file),
            Path.GetFullPath(Path.Combine(here, "..", "..", project, configuration, file)),
        ];
        // A build may leave a bare host next to the command line; without its assembly it cannot start.
        return Array.Find(places, p => File.Exists(p) && File.Exists(Path.Combine(Path.GetDirectoryName(p)!, project + ".dll")))
            ?? throw new FileNotFoundException($"{project} is not built for configuration '{configuration}'. Run ./plab build.");
    }
}
