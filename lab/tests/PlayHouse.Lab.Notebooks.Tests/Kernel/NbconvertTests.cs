using System.Diagnostics;
using System.Text.Json.Nodes;
using PlayHouse.Lab.Notebooks.Api;
using PlayHouse.Lab.Notebooks.Checking;
using PlayHouse.Lab.Notebooks.Format;
using PlayHouse.Lab.Notebooks.Running;

namespace PlayHouse.Lab.Notebooks.Tests.Kernel;

/// <summary>A test that needs Jupyter's own client; it is skipped where that is not installed.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class NbconvertFactAttribute : FactAttribute
{
    public NbconvertFactAttribute()
    {
        if (NbconvertTests.Program is null)
        {
            Skip = "jupyter-nbconvert is not installed: ./plab setup notebooks";
        }
    }
}

public sealed class NbconvertTests
{
    private const string Name = "three.ipynb";
    private const string Executed = "executed";

    internal static string? Program => (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator)
        .Select(f => Path.Combine(f, "jupyter-nbconvert")).FirstOrDefault(File.Exists);

    [NbconvertFact]
    public async Task Notebook_ExecutedByJupyter_HasTheOutputsOfTheRunner()
    {
        await using SampleLab lab = await SampleLab.OpenAsync();
        NotebookDocument own = Notebook();
        string workspace = Directory.CreateTempSubdirectory("plab-nbconvert-").FullName;
        try
        {
            string file = Path.Combine(workspace, Name);
            own.Save(file);
            await ExecuteAsync(workspace, [file]);
            NotebookDocument theirs = NotebookDocument.Load(Path.Combine(workspace, Executed, Name));
            await new NotebookRunner(lab.Api, static _ => { }).RunAsync(own, lab.Folder, new NotebookRunOptions(), CancellationToken.None);

            Assert.Equal(own.Cells.Select(c => c.ExecutionCount), theirs.Cells.Select(c => c.ExecutionCount));
            foreach ((NotebookCell mine, NotebookCell other) in own.Cells.Zip(theirs.Cells))
            {
                Assert.True(JsonNode.DeepEquals(mine.Outputs, other.Outputs), $"{mine.Source}\n{mine.Outputs.ToJsonString()}\n{other.Outputs.ToJsonString()}");
            }
        }
        finally
        {
            Directory.Delete(workspace, recursive: true);
        }
    }

    [NbconvertFact]
    public async Task ShippedNotebooks_ExecutedByJupyter_SayWhatTheirFilesSay()
    {
        string workspace = Directory.CreateTempSubdirectory("plab-nbconvert-").FullName;
        try
        {
            string[] files = Directory.GetFiles(ShippedNotebookTests.Folder, "*.ipynb");
            await ExecuteAsync(workspace, files);

            Assert.NotEmpty(files);
            foreach (string file in files)
            {
                NotebookDocument said = NotebookDocument.Load(file), shown = NotebookDocument.Load(Path.Combine(workspace, Executed, Path.GetFileName(file)));
                Assert.Equal(said.Cells.Select(c => (c.Id, c.ExecutionCount)), shown.Cells.Select(c => (c.Id, c.ExecutionCount)));
                foreach ((NotebookCell mine, NotebookCell other) in said.Cells.Zip(shown.Cells).Where(p => OutputCheck.TagOf(p.First, LabSource.Sample) is not null))
                {
                    Assert.True(OutputCheck.IsSame(mine.Outputs, other.Outputs), $"{Path.GetFileName(file)}, {mine.Id}\n{mine.Outputs.ToJsonString()}\n{other.Outputs.ToJsonString()}");
                }
            }
        }
        finally
        {
            Directory.Delete(workspace, recursive: true);
        }
    }

    private static NotebookDocument Notebook()
    {
        NotebookDocument document = new() { Metadata = NotebookMetadata.New() };
        string[] cells =
        [
            "Console.Write(\"out\\n\");\nConsole.Error.WriteLine(\"err\");\nint Twice(int n) => 2 * n;",
            "#!lab runs\nDisplay(1, id: \"same\");\nDisplay(2, id: \"same\");\nLab.Chart(Lab.Latest(\"001-reply-codec\").Id, \"forest\")",
            "Twice(21)",
        ];
        document.Cells.AddRange(cells.Select((c, i) => new NotebookCell($"cell-{i + 1}", CellKind.Code, c)));
        return document;
    }

    // As a user does it: the command tells Jupyter of the kernel, Jupyter starts the launcher of the lab's folder.
    private static async Task ExecuteAsync(string workspace, IReadOnlyList<string> files)
    {
        string launcher = Path.Combine(workspace, "plab"), prefix = Path.Combine(workspace, "prefix");
        await File.WriteAllTextAsync(launcher, $"#!/bin/sh\nexec \"{KernelProcess.Program}\" \"$@\"\n");
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(launcher, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        }

        using Process install = KernelProcess.Start(workspace, "notebook", "install-kernel", "--prefix", prefix);
        await EndAsync(install);

        ProcessStartInfo info = new(Program!, [
            "--execute", "--to", "notebook", "--output-dir", Path.Combine(workspace, Executed), "--ExecutePreprocessor.kernel_name=playhouse-lab",
            "--ExecutePreprocessor.startup_timeout=180", "--ExecutePreprocessor.iopub_timeout=120", .. files,
        ]) { RedirectStandardOutput = true, RedirectStandardError = true, UseShellExecute = false, WorkingDirectory = workspace };
        info.Environment["JUPYTER_PATH"] = Path.Combine(prefix, "share", "jupyter");
        info.Environment["HOME"] = workspace;
        using Process convert = Process.Start(info)!;
        await EndAsync(convert);
    }

    private static async Task EndAsync(Process process)
    {
        Task<string> output = process.StandardOutput.ReadToEndAsync(), error = process.StandardError.ReadToEndAsync();
        using CancellationTokenSource deadline = new(TimeSpan.FromMinutes(5));
        await process.WaitForExitAsync(deadline.Token);
        Assert.True(process.ExitCode == 0, await output + await error);
    }
}
