using System.CommandLine;
using PlayHouse.Lab.Reporting;

namespace PlayHouse.Lab.Cli;

/// <summary>Says what is wrong with a command line, what was probably meant, and where the help is.</summary>
internal static class ParseErrors
{
    public static void Write(ParseResult parsed, CliConsole console)
    {
        Command command = parsed.CommandResult.Command;
        string name = command is RootCommand ? "plab" : $"plab {command.Name}";
        // What follows an unknown word is mostly its value: only further options are worth a line of their own.
        foreach (string unknown in parsed.UnmatchedTokens.Where((token, i) => i == 0 || token.StartsWith('-')))
        {
            string? near = NearestWord.Find(unknown, Words(command));
            string hint = near is null ? "" : $" Did you mean '{near}'?";
            string kind = unknown.StartsWith('-') ? "option" : command is RootCommand ? "command" : "argument";
            console.Notice($"plab: unknown {kind} '{PlainText.CutEnd(PlainText.Clean(unknown), 60)}'.{hint}");
        }

        if (parsed.UnmatchedTokens.Count == 0)
        {
            foreach (string message in parsed.Errors.Select(e => PlainText.Clean(e.Message)).Distinct())
            {
                console.Notice($"plab: {message}");
            }
        }

        console.Notice($"Help: {name} --help");
    }

    private static IEnumerable<string> Words(Command command) =>
    [
        .. command.Subcommands.Select(c => c.Name),
        .. command.Options.SelectMany(o => o.Aliases.Append(o.Name)).Where(n => n.StartsWith("--", StringComparison.Ordinal)),
        "--help",
    ];
}
