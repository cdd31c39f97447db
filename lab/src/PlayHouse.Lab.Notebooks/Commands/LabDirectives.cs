using System.Text.RegularExpressions;
using Microsoft.DotNet.Interactive;
using Microsoft.DotNet.Interactive.Commands;
using Microsoft.DotNet.Interactive.CSharp;
using Microsoft.DotNet.Interactive.Directives;
using PlayHouse.Lab.Notebooks.Api;

namespace PlayHouse.Lab.Notebooks.Commands;

/// <summary>What follows a directive. Each is one call of <see cref="LabApi"/>; the kernel fills it from the line.</summary>
public abstract class LabCommand : KernelCommand
{
    /// <summary>The call: what is shown.</summary>
    internal abstract object? Ask(LabApi lab);
}

/// <summary>A parameter of a directive.</summary>
/// <param name="Name">With its dashes.</param>
/// <param name="What">How its value is called.</param>
/// <param name="IsFirst">True for the one that may stand without its name.</param>
internal sealed record LabParameter(string Name, string What, bool IsFirst = false)
{
    /// <summary>How it is written, for people.</summary>
    public string Form => IsFirst ? What : What.Length == 0 ? $"[{Name}]" : $"[{Name} {What}]";

    public KernelDirectiveParameter Parameter() => new(Name) { AllowImplicitName = IsFirst, Required = IsFirst, Flag = What.Length == 0 };
}

/// <summary>One line <c>#!lab VERB …</c>.</summary>
internal abstract record LabDirective(string Verb, string What, params LabParameter[] Parameters)
{
    /// <summary>How it is written, for people.</summary>
    public string Form => string.Join(' ', ["#!lab", Verb, .. Parameters.Select(p => p.Form)]);

    public abstract void AddTo(KernelActionDirective all, CSharpKernel kernel, LabApi lab);
}

/// <summary>A line whose command is of this type.</summary>
internal sealed record LabDirective<TCommand>(string Verb, string What, params LabParameter[] Parameters) : LabDirective(Verb, What, Parameters)
    where TCommand : LabCommand
{
    public override void AddTo(KernelActionDirective all, CSharpKernel kernel, LabApi lab)
    {
        KernelActionDirective own = new(Verb) { Description = What, KernelCommandType = typeof(TCommand) };
        foreach (LabParameter parameter in Parameters)
        {
            own.Parameters.Add(parameter.Parameter());
        }

        all.Subcommands.Add(own);
        kernel.RegisterCommandHandler<TCommand>((command, _) =>
        {
            command.Ask(lab)?.Display();
            return Task.CompletedTask;
        });
    }
}

/// <summary>Every directive of the lab.</summary>
internal static partial class LabDirectives
{
    private const int FormWidthMax = 60;

    private static readonly LabParameter Run = new("--run", "RUN", IsFirst: true);

    public static IReadOnlyList<LabDirective> All { get; } =
    [
        new LabDirective<RunsCommand>("runs", "the runs of the store"),
        new LabDirective<ShowCommand>("show", "one run with its verdict", Run),
        new LabDirective<RunCommand>("run", "runs an experiment; takes minutes",
            new("--experiment", "EXPERIMENT", IsFirst: true), new("--design", "pairs"), new("--blocks", "N"), new("--aa", "")),
        new LabDirective<CompareCommand>("compare", "the arms inside a run, or arms RUN:arm of two runs side by side", Run, new("--with", "RUN")),
        new LabDirective<HotspotsCommand>("hotspots", "who allocates", Run, new("--top", "N"), new("--arm", "ARM")),
        new LabDirective<FlameCommand>("flame", "the same as a flame graph; with BASE, an arm of the run or RUN:arm, what changed from there",
            Run, new("--arm", "ARM"), new("--diff", "BASE")),
        new LabDirective<ChartCommand>("chart", "a chart of a run: forest, arms, order, percentiles, waterfall, sites, hops",
            Run, new("--name", "NAME"), new("--metric", "ID")),
        new LabDirective<DecideCommand>("decide", "what a decision about the run shown last would be; written with --record only",
            new("--choice", "keep|rollback|rerun", IsFirst: true), new("--because", "TEXT"), new("--run", "RUN"), new("--override", "TEXT"), new("--record", "")),
        new LabDirective<HelpCommand>("help", "this list"),
    ];

    /// <summary>What is wrong with a line <c>#!lab …</c>: the kernel passes over words that it does not know. Null for one that is right, and for any other line.</summary>
    public static string? Problem(string line)
    {
        string[] words = Quoted().Replace(line, "text").Split((char[])[' ', '\t', '\r'], StringSplitOptions.RemoveEmptyEntries);
        if (words.Length < 2 || words[0] != "#!lab")
        {
            return null;
        }

        return All.FirstOrDefault(d => d.Verb == words[1]) is not { } directive ? $"'#!lab {words[1]}' is not known. #!lab help lists what is."
            : words.Skip(2).Any(w => w.StartsWith("--", StringComparison.Ordinal) && !directive.Parameters.Any(p => p.Name == w)) ? $"it is written: {directive.Form}"
            : null;
    }

    /// <summary>All of them, in words.</summary>
    public static string Help()
    {
        int width = All.Where(d => d.Form.Length <= FormWidthMax).Max(d => d.Form.Length);
        return string.Join('\n', All.Select(d => d.Form.Length <= width ? d.Form.PadRight(width + 2) + d.What : $"{d.Form}\n{new string(' ', width + 2)}{d.What}"));
    }

    [GeneratedRegex("\"[^\"]*\"", RegexOptions.CultureInvariant)]
    private static partial Regex Quoted();
}
