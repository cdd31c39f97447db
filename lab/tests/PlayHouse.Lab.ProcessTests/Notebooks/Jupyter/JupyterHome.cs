using System.Diagnostics;
using PlayHouse.Lab.Notebooks.Workspace;

namespace PlayHouse.Lab.Notebooks.Tests.Jupyter;

/// <summary>
/// A folder in which programs of Jupyter find the C# kernel and nothing of the user's. As a user does it: the command installs the kernel
/// and tells Jupyter of it.
/// </summary>
internal sealed class JupyterHome : IDisposable
{
    private JupyterHome(string folder) => Folder = folder;

    public string Folder { get; }

    /// <summary>A program on the path; null where it is not installed.</summary>
    public static string? Find(string program) => (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator)
        .Select(f => Path.Combine(f, program)).FirstOrDefault(File.Exists);

    public static async Task<JupyterHome> CreateAsync()
    {
        JupyterHome home = new(Directory.CreateTempSubdirectory("plab-jupyter-").FullName);
        LabImport.WriteInto(home.Folder);
        await home.LabAsync("notebook", "install-kernel", "--prefix", home.Below("prefix"));
        return home;
    }

    public string Below(string name) => Path.Combine(Folder, name);

    /// <summary>Copies a file here.</summary>
    public string Copy(string file)
    {
        string copy = Below(Path.GetFileName(file));
        File.Copy(file, copy);
        return copy;
    }

    /// <summary>Runs a command of the lab here to its end, which must be a good one.</summary>
    public async Task LabAsync(params string[] arguments)
    {
        using Process process = CommandFolder.Start(Folder, arguments);
        await EndAsync(process);
    }

    /// <summary>Starts a program of Jupyter.</summary>
    public Process Start(string program, params string[] arguments)
    {
        ProcessStartInfo info = new(program, arguments) { RedirectStandardOutput = true, RedirectStandardError = true, UseShellExecute = false, WorkingDirectory = Folder };
        info.Environment["HOME"] = Folder;
        // What a kernel that is killed leaves behind goes with the folder.
        info.Environment["TMPDIR"] = Folder;
        info.Environment["JUPYTER_PATH"] = Path.Combine(Folder, "prefix", "share", "jupyter");
        foreach (string kind in new[] { "CONFIG", "DATA", "RUNTIME" })
        {
            info.Environment[$"JUPYTER_{kind}_DIR"] = Below($"jupyter-{kind.ToLowerInvariant()}");
        }

        return Process.Start(info)!;
    }

    /// <summary>Waits for the good end of a process: what it wrote.</summary>
    public static async Task<string> EndAsync(Process process)
    {
        Task<string> output = process.StandardOutput.ReadToEndAsync(), error = process.StandardError.ReadToEndAsync();
        using CancellationTokenSource deadline = new(TimeSpan.FromMinutes(5));
        await process.WaitForExitAsync(deadline.Token);
        Assert.True(process.ExitCode == 0, await output + await error);
        return await output;
    }

    public void Dispose() => Directory.Delete(Folder, recursive: true);
}
