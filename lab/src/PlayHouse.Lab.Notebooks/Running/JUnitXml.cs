using System.Globalization;
using System.Xml.Linq;

namespace PlayHouse.Lab.Notebooks.Running;

/// <summary>Runs of notebooks as JUnit XML, the form build servers read: a suite per notebook, a case per cell. Pure functions, any thread.</summary>
public static class JUnitXml
{
    /// <summary>The document.</summary>
    public static string Of(IReadOnlyList<(string Name, NotebookRun Run)> runs)
    {
        ArgumentNullException.ThrowIfNull(runs);
        XElement root = new("testsuites", runs.Select(r => Suite(r.Name, r.Run)));
        return new XDeclaration("1.0", "utf-8", null) + "\n" + root + "\n";
    }

    private static XElement Suite(string name, NotebookRun run) => new(
        "testsuite",
        new XAttribute("name", Clean(name)),
        new XAttribute("tests", run.Cells.Count + run.CellsLeft),
        new XAttribute("failures", run.Cells.Count(c => c.Error is not null)),
        new XAttribute("skipped", run.CellsLeft),
        new XAttribute("time", Seconds(run.Cells.Sum(c => c.Seconds))),
        run.Cells.Select(c => new XElement(
            "testcase",
            new XAttribute("classname", Clean(name)),
            new XAttribute("name", $"cell {c.Number.ToString(CultureInfo.InvariantCulture)} ({c.Id})"),
            new XAttribute("time", Seconds(c.Seconds)),
            c.Error is null ? null : new XElement("failure", new XAttribute("type", Clean(c.Error.Name)), new XAttribute("message", Clean(c.Error.Message)), Clean(string.Join('\n', c.Error.Trace))))));

    private static string Seconds(double seconds) => seconds.ToString("0.000", CultureInfo.InvariantCulture);

    // XML 1.0 has no place for most control characters, and an error may carry any.
    private static string Clean(string text) => string.Concat(text.Select(c => System.Xml.XmlConvert.IsXmlChar(c) ? c : '�'));
}
