using System.CommandLine;
using PlayHouse.Lab.Profiling.Folding;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Cli.Allocations;

/// <summary>The options that choose, group and fold frames; the same for every command that has them.</summary>
internal sealed class FoldingOptions
{
    private const string PatternHelp = "PATTERN";

    private readonly Option<string> _framework;
    private readonly Option<string[]> _fold = Patterns("--fold", PatternHelp, "Give what these methods allocate to their callers: Pool.*, System.Linq.*, Module!Name, or /expression/");
    private readonly Option<string[]> _group = Patterns("--group", "PATTERN->NAME", "Show these methods as one, called NAME");
    private readonly Option<string[]> _include = Patterns("--include", PatternHelp, "Only stacks with such a method");
    private readonly Option<string[]> _exclude = Patterns("--exclude", PatternHelp, "Only stacks without such a method");

    /// <summary>Options of a command.</summary>
    /// <param name="framework">What happens to frames of the framework without the option: fold, one or show.</param>
    public FoldingOptions(string framework)
    {
        _framework = new Option<string>("--framework")
        {
            Description = "Frames of the framework: fold into their callers, one for neighbours, or show",
            HelpName = "HOW",
            DefaultValueFactory = _ => framework,
        };
        _framework.AcceptOnlyFromAmong("fold", "one", "show");
    }

    /// <summary>Adds the options to a command.</summary>
    public void AddTo(Command command)
    {
        foreach (Option option in (Option[])[_framework, _fold, _group, _include, _exclude])
        {
            command.Add(option);
        }
    }

    /// <summary>What was asked for; a wrong pattern is an error of the user.</summary>
    public StackFolding Of(ParseResult parsed) => Guard(() => new StackFolding
    {
        Framework = parsed.GetValue(_framework) switch { "one" => FrameworkFrames.One, "show" => FrameworkFrames.Show, _ => FrameworkFrames.Fold },
        Fold = [.. (parsed.GetValue(_fold) ?? []).Select(FramePattern.Parse)],
        Groups = [.. (parsed.GetValue(_group) ?? []).Select(FrameGroup.Parse)],
        Include = [.. (parsed.GetValue(_include) ?? []).Select(FramePattern.Parse)],
        Exclude = [.. (parsed.GetValue(_exclude) ?? []).Select(FramePattern.Parse)],
    });

    /// <summary>Turns the error of a pattern into one of the user's input.</summary>
    public static T Guard<T>(Func<T> work)
    {
        try
        {
            return work();
        }
        catch (FramePatternException wrong)
        {
            throw new LabInputException([wrong.Message]);
        }
    }

    private static Option<string[]> Patterns(string name, string helpName, string description) => new(name)
    {
        Description = $"{description}; may be repeated",
        HelpName = helpName,
        Arity = ArgumentArity.OneOrMore,
        AllowMultipleArgumentsPerToken = false,
    };
}
