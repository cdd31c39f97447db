using System.Text.Json.Nodes;
using PlayHouse.Lab.Notebooks.Display;
using PlayHouse.Lab.Notebooks.Format;
using PlayHouse.Lab.Reporting.Charts.Runs;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Dashboard.Tests.Fixtures;

/// <summary>Notebooks of every kind in a workspace.</summary>
internal static class SampleNotebooks
{
    /// <summary>With outputs of every form.</summary>
    public const string Executed = "executed.ipynb";

    /// <summary>With everything that must not become markup.</summary>
    public const string Hostile = "hostile.ipynb";

    /// <summary>No notebook at all.</summary>
    public const string Broken = "broken.ipynb";

    /// <summary>Comes with the lab; here as if it had never been executed.</summary>
    public const string Tour = "tour.ipynb";

    public static void AddTo(LabWorkspace workspace)
    {
        Directory.CreateDirectory(workspace.Notebooks);
        NotebookDocument tour = NotebookDocument.Load(Path.Combine(Repository.Root, "notebooks", Tour));
        tour.ClearOutputs();
        tour.Save(PathOf(workspace, Tour));
        File.WriteAllText(PathOf(workspace, Broken), "{ \"cells\": ");
        File.WriteAllText(PathOf(workspace, "plain.dib"), "#!markdown\n\n# A plain one\n\n#!csharp\n\n1 + 1\n");
        Save(workspace, Executed, Outputs());
        Save(workspace, Hostile, Harm());
    }

    public static string PathOf(LabWorkspace workspace, string name) => Path.Combine(workspace.Notebooks, name);

    private static NotebookCell[] Outputs()
    {
        NotebookCell chart = Code("forest", "Lab.Chart(run, \"forest\")"), table = Code("table", "Lab.Runs()"), text = Code("text", "Lab.Show(run)"), fails = Code("fails", "int x = ;");
        chart.Outputs = [Shown(ValueDisplay.Chart(ForestChart.Of(SampleReports.KeepReport())))];
        table.Outputs = [Shown(ValueDisplay.Table(["run", "verdict"], [["001-reply-codec", "KEEP"], ["002-mailbox", "a verdict of many words, in a column that is wide enough to scroll when the page is narrow"]]))];
        text.Outputs = [Shown(new DisplayData(string.Join('\n', Enumerable.Range(0, 4).Select(i => $"line {i}  " + new string('-', 120))))), JsonNode.Parse("""{"name":"stdout","output_type":"stream","text":"on the console\n"}""")];
        fails.Outputs = [JsonNode.Parse("""{"ename":"CompileError","evalue":"Invalid expression term ';'","output_type":"error","traceback":["cell[4]:line 1: error CS1525: Invalid expression term ';'"]}""")];
        return
        [
            Text("title", "# What came out\n\nA text with `code`, a [link](tour.ipynb) and a list:\n\n- one\n- two\n"), chart, Text("h2", "## Rows\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"),
            table, Text("h3", "### Text\n\n> a quotation"), text, Text("end", "## What failed"), fails,
        ];
    }

    private static NotebookCell[] Harm()
    {
        NotebookCell code = Code("announce", "</code></pre><script>window.hacked=1</script>");
        code.Outputs =
        [
            JsonNode.Parse("""{"output_type":"display_data","data":{"text/html":"<script>window.hacked=1</script>","text/plain":"shown as <b>text</b>"}}"""),
            JsonNode.Parse("""{"output_type":"display_data","data":{"text/html":"<table onmouseover=\"window.hacked=1\"><tr><td>1</td></tr></table>","text/plain":"no table"}}"""),
            JsonNode.Parse("""{"output_type":"display_data","data":{"image/svg+xml":"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\" onload=\"window.hacked=1\"><script>parent.hacked=1</script><image href=\"https://example.org/x.png\"/></svg>","text/plain":"\" onerror=\"window.hacked=1"}}"""),
        ];
        return
        [
            Text("main", """
                # Harm <img src=x onerror="window.hacked=1">

                <iframe src="https://example.org"></iframe> <style>* { display: none }</style> <div style="position:fixed;inset:0">over all</div>

                [script](javascript:window.hacked=1) <javascript:window.hacked=1> ![far](https://example.org/p.png) [page](data:text/html,x) [away](/sign-out)

                ## Key help

                ## Announce
                """),
            code,
        ];
    }

    private static void Save(LabWorkspace workspace, string name, NotebookCell[] cells)
    {
        NotebookDocument document = new();
        document.Cells.AddRange(cells);
        document.Save(PathOf(workspace, name));
    }

    private static NotebookCell Text(string id, string text) => new(id, CellKind.Markdown, text);

    private static NotebookCell Code(string id, string code) => new(id, CellKind.Code, code);

    private static JsonObject Shown(DisplayData data)
    {
        JsonObject bundle = [];
        foreach ((string type, string content) in data.Forms)
        {
            bundle[type] = content;
        }

        return new JsonObject { ["data"] = bundle, ["metadata"] = new JsonObject(), ["output_type"] = "display_data" };
    }
}
