using System.Diagnostics;
using System.Globalization;
using System.Text.Json.Nodes;
using PlayHouse.Lab.Notebooks.Api;
using PlayHouse.Lab.Notebooks.Checking;
using PlayHouse.Lab.Notebooks.Format;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Notebooks.Tests.Jupyter;

/// <summary>A test that needs Jupyter's own client; it is skipped where that is not installed.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class NbconvertFactAttribute : FactAttribute
{
    public NbconvertFactAttribute() => Skip = NbconvertTests.Program is null ? "jupyter-nbconvert is not installed: ./plab setup notebooks" : null;
}

/// <summary>The shipped notebooks in the hands of Jupyter's converter, with the C# kernel that the command installs.</summary>
[Trait("Run", "selftest-jupyter")]
public sealed class NbconvertTests(ITestOutputHelper output)
{
    private static readonly string[] Names = ["tour.ipynb", "claims.ipynb"];

    internal static string? Program => JupyterHome.Find("jupyter-nbconvert");

    [NbconvertFact]
    public async Task ShippedNotebooks_ExecutedByJupyter_SayWhatTheirFilesSay()
    {
        using JupyterHome home = await JupyterHome.CreateAsync();
        string folder = home.Below("executed");
        await ConvertAsync(home, "notebook", folder);
        foreach (string name in Names)
        {
            NotebookDocument said = NotebookDocument.Load(Path.Combine(ShippedNotebookTests.Folder, name)), shown = NotebookDocument.Load(Path.Combine(folder, name));
            foreach ((NotebookCell mine, NotebookCell other) in said.Cells.Zip(shown.Cells).Where(p => OutputCheck.TagOf(p.First, LabSource.Sample) is not null))
            {
                // What is no type of the lab's, the kernel shows as a table of its own.
                Assert.True(Words(other) == Words(mine) || Tables(other), $"{name}, {mine.Id}: {other.Outputs.ToJsonString()}");
            }
        }
    }

    [NbconvertFact]
    public async Task PageOfJupyter_ShowsItsCharts()
    {
        using JupyterHome home = await JupyterHome.CreateAsync();
        string folder = home.Below("pages");
        await ConvertAsync(home, "html", folder);
        using BrowserWalk walk = BrowserWalk.Start("nbconverted", "http://localhost/page", folder);

        await walk.EndAsync();
    }

    [Fact]
    public async Task Times_OfTheShippedNotebooks_AreSaid()
    {
        using CommandFolder folder = new();
        string one = folder.Save("one.ipynb", "1 + 1");
        string many = folder.Save("many.ipynb", [.. Enumerable.Range(0, 13).Select(i => $"var x{i} = Enumerable.Range(0, {i + 3}).Select(v => v * {i + 1}).Where(v => v > 2).ToList();\nx{i}.Count")]);
        long first = Stopwatch.GetTimestamp();
        await folder.PlabAsync("notebook", "run", one, "--no-write");
        TimeSpan whole = Stopwatch.GetElapsedTime(first);
        long begun = Stopwatch.GetTimestamp();

        (int code, string shown, string said) = await folder.PlabAsync(["notebook", "run", .. Directory.GetFiles(ShippedNotebookTests.Folder, "*.ipynb"), "--no-write", "--json"]);

        Assert.True(code == 0, said);
        TimeSpan all = Stopwatch.GetElapsedTime(begun);
        double[][] shipped = Seconds(shown), own = Seconds((await folder.PlabAsync("notebook", "run", many, "--no-write", "--json")).Shown);
        double[] later = [.. shipped.SelectMany(s => s.Skip(1)).Order()], plain = [.. own[0].Skip(1).Order()];
        output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"figure: {shipped.Length} notebooks | {all.TotalSeconds:0.0} s | goal 60 s"));
        output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"figure: a notebook of one cell, from the command to its end | {whole.TotalSeconds:0.00} s | goal 3 s"));
        output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"figure: a later cell of three calls, median of {plain.Length} | {1e3 * plain[plain.Length / 2]:0} ms | goal 100 ms"));
        output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"figure: a later cell of the shipped notebooks with what the lab does in it, median of {later.Length} | {1e3 * later[later.Length / 2]:0} ms | "));
    }

    private static double[][] Seconds(string json) =>
        [.. JsonNode.Parse(json)!["notebooks"]!.AsArray().Select(n => n!["cells"]!.AsArray().Select(c => (double)c!["seconds"]!).ToArray())];

    private static Task ConvertAsync(JupyterHome home, string format, string folder)
    {
        Process convert = home.Start(
            Program!, ["--execute", "--to", format, "--output-dir", folder, "--ExecutePreprocessor.startup_timeout=180", "--ExecutePreprocessor.iopub_timeout=120",
            .. Names.Select(n => home.Copy(Path.Combine(ShippedNotebookTests.Folder, n)))]);
        return JupyterHome.EndAsync(convert);
    }

    private static bool Tables(NotebookCell cell) => cell.Outputs.All(
        o => IpynbFile.Text(o!["data"]?["text/plain"]) is null && IpynbFile.Text(o["data"]?["text/html"])?.Contains("<table", StringComparison.Ordinal) == true);

    // What a cell shows in words, in the order of its outputs; neighbouring texts of the console are one.
    private static string Words(NotebookCell cell) => string.Concat(cell.Outputs.Select(
        o => IpynbFile.Text(o!["text"]) ?? IpynbFile.Text(o["data"]?["text/plain"]) + "\n"));
}
