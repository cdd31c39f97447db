namespace PlayHouse.Lab.Runner.Workspace;

/// <summary>The folder a lab works in and the places inside it.</summary>
/// <param name="Root">Full path; the folder that holds <c>experiments</c> and <c>traces</c>.</param>
public sealed record LabWorkspace(string Root)
{
    /// <summary>Variable that names the root; the launcher sets it.</summary>
    public const string HomeVariable = "PLAYHOUSE_LAB_HOME";

    /// <summary>Experiments and policies.</summary>
    public string Experiments => Path.Combine(Root, "experiments");

    /// <summary>Raw traces; never in git.</summary>
    public string Traces => Path.Combine(Root, "traces");

    /// <summary>Write-ups that are executed.</summary>
    public string Notebooks => Path.Combine(Root, "notebooks");

    /// <summary>Private data of this workspace.</summary>
    public string Data => Path.Combine(Root, ".lab");

    /// <summary>SQLite file of the store.</summary>
    public string Store => Path.Combine(Data, "lab.db");

    /// <summary>Where the workspace's default differs from the shipped one.</summary>
    public string Strategies => Path.Combine(Root, "strategies.json");

    /// <summary>Records of decisions.</summary>
    public string Decisions => Path.Combine(Experiments, "decisions");

    /// <summary>Output of detached runs.</summary>
    public string Logs => Path.Combine(Data, "logs");

    /// <summary>Experiments that are run once and kept out of the way.</summary>
    public string Drafts => Path.Combine(Data, "drafts");

    /// <summary>
    /// The workspace of this process: <see cref="HomeVariable"/>, else the nearest folder upward that holds
    /// <c>experiments</c>. Throws <see cref="DirectoryNotFoundException"/> with what to do.
    /// </summary>
    public static LabWorkspace Find()
    {
        string? home = Environment.GetEnvironmentVariable(HomeVariable);
        if (!string.IsNullOrEmpty(home))
        {
            return Directory.Exists(home)
                ? new LabWorkspace(Path.GetFullPath(home))
                : throw new DirectoryNotFoundException($"{HomeVariable} names '{home}', which is not a folder.");
        }

        for (DirectoryInfo? folder = new(Environment.CurrentDirectory); folder is not null; folder = folder.Parent)
        {
            if (Directory.Exists(Path.Combine(folder.FullName, "experiments")))
            {
                return new LabWorkspace(folder.FullName);
            }
        }

        throw new DirectoryNotFoundException($"No folder 'experiments' here or above. Go to a lab's folder or set {HomeVariable}.");
    }
}
