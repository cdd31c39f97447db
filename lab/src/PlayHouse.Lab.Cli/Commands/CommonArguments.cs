using System.CommandLine;

namespace PlayHouse.Lab.Cli.Commands;

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
