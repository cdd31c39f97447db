using PlayHouse.Dashboard.Model.Compare;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Notebooks.Format;
using PlayHouse.Lab.Notebooks.Workspace;
using PlayHouse.Lab.Runner.Compare;

namespace PlayHouse.Dashboard.Model.Notebooks;

/// <summary>A notebook that can be made of what a page shows. Pure.</summary>
/// <param name="Address">What it is made of, as the address of a comparison.</param>
/// <param name="Name">A name for it, without an ending.</param>
/// <param name="What">What it holds, for people.</param>
/// <param name="Make">Makes it.</param>
public sealed record NotebookDraft(CompareAddress Address, string Name, string What, Func<NotebookDocument> Make)
{
    /// <summary>The write-up of a run.</summary>
    public static NotebookDraft Of(RunReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        return Inside(new CompareAddress { Base = new Side(report.Run.Id) }, report, null);
    }

    /// <summary>What a comparison shows: a run with its verdict, or two arms without one.</summary>
    public static NotebookDraft Of(CompareModel model)
    {
        ArgumentNullException.ThrowIfNull(model);
        if (model.Form == ComparisonForm.Inside)
        {
            return Inside(model.Address, model.Left, model.Address.Metric is null ? null : model.Metric);
        }

        (string left, string right) = ($"{model.Address.Base}", $"{model.Address.Candidate}");
        return new NotebookDraft(
            model.Address, Legal($"{model.Left.Run.Id}-and-{model.Right.Run.Id}"), $"{left} and {right} side by side, without a verdict, with room for a conclusion.",
            () => NotebookTemplates.SideBySide(left, right));
    }

    /// <summary>Address of the file in a form, without saving it.</summary>
    public string Href(string ending) => $"notebooks/draft/{ending}?{Address.Href.Split('?', 2).ElementAtOrDefault(1)}";

    /// <summary>A name that no other notebook has.</summary>
    public string Free(IReadOnlyList<string> taken)
    {
        HashSet<string> names = taken.Select(t => Path.GetFileNameWithoutExtension(t)!).ToHashSet(StringComparer.OrdinalIgnoreCase);
        string name = Name;
        for (int n = 2; names.Contains(name); n++)
        {
            name = $"{Cut(Name, NotebookFolder.NameLengthMax - 5)}-{n}";
        }

        return name;
    }

    private static NotebookDraft Inside(CompareAddress address, RunReport report, string? metric) => new(
        address, Legal($"{report.Run.ExperimentId}-{report.Run.Id}"),
        $"The verdict of {report.Run.Id}, its effects, latency and call sites{(metric is null ? "" : $", the launches of {metric}")}, with room for a conclusion.",
        () => NotebookTemplates.Run(report, metric));

    private static string Legal(string name) =>
        Cut(string.Concat(name.Select(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_' ? c : '-')).TrimStart('-', '_'), NotebookFolder.NameLengthMax) is { Length: > 0 } legal ? legal : "notebook";

    private static string Cut(string name, int length) => name.Length <= length ? name : name[..length];
}
