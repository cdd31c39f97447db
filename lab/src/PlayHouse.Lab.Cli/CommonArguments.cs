using System.CommandLine;
using System.Globalization;
using PlayHouse.Lab.Runner.Plan;

namespace PlayHouse.Lab.Cli;

/// <summary>Arguments and options that several commands take, worded once.</summary>
internal static class CommonArguments
{
    public static Argument<string> Run() => new("RUN") { Description = "Run id, or the beginning of one that fits no other" };

    public static Option<bool> Json() => new("--json") { Description = "One JSON document on standard output" };

    /// <summary>Whether a script wants to be told of verdicts that no second run has confirmed.</summary>
    public static Option<string> Require()
    {
        Option<string> option = new("--require") { Description = "confirmed: exit with 6 while a KEEP or ROLLBACK waits for the run that confirms it" };
        option.AcceptOnlyFromAmong("confirmed");
        return option;
    }

    /// <summary>The design in place of the file's.</summary>
    public static Option<string> Design(string description = "pairs or sequential, in place of the file's design")
    {
        Option<string> design = new("--design") { Description = description };
        design.AcceptOnlyFromAmong("pairs", "sequential");
        return design;
    }

    /// <summary>The environment in place of the file's settings.</summary>
    public static Option<string> Environment()
    {
        Option<string> option = new("--environment") { Description = "steady or deployed, in place of the file's runtime settings" };
        option.AcceptOnlyFromAmong("steady", "deployed");
        return option;
    }

    /// <summary>What a word stands for that the parser has let through; null without one.</summary>
    public static T? Word<T>(string? word)
        where T : struct, Enum => word is null ? null : Enum.Parse<T>(word, ignoreCase: true);

    /// <summary>A fixed number of blocks in place of the design's rule.</summary>
    public static Option<int?> Blocks() => Parsed<int>(
        "--blocks", "N", $"Fixed number of blocks or pairs, {RunPlanner.MinBlocks} to {RunPlanner.MaxBlocks}",
        $"a whole number from {RunPlanner.MinBlocks} to {RunPlanner.MaxBlocks}: fewer cannot give an interval",
        static text => int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int n) && n is >= RunPlanner.MinBlocks and <= RunPlanner.MaxBlocks ? n : null);

    /// <summary>An option whose value is checked here, so that a wrong one is answered with what is legal.</summary>
    public static Option<T?> Parsed<T>(string name, string helpName, string description, string legal, Func<string, T?> parse)
        where T : struct => new(name)
        {
            Description = description,
            HelpName = helpName,
            Arity = ArgumentArity.ExactlyOne,
            CustomParser = result =>
            {
                T? value = parse(result.Tokens[0].Value);
                if (value is null)
                {
                    result.AddError($"{name} takes {legal}, not '{result.Tokens[0].Value}'.");
                }

                return value;
            },
        };
}
