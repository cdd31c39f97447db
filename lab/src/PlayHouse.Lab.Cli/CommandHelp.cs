using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;
using PlayHouse.Lab.Reporting;

namespace PlayHouse.Lab.Cli;

/// <summary>The standard help with examples behind it, and the exit codes on the first page.</summary>
internal sealed class CommandHelp : SynchronousCommandLineAction
{
    private readonly HelpAction _standard;
    private readonly int _width;
    private readonly Dictionary<Command, IReadOnlyList<(string Line, string Why)>> _examples = [];

    /// <summary>Help for lines of so many columns.</summary>
    public CommandHelp(int width)
    {
        _width = width;
        _standard = new HelpAction { MaxWidth = width };
    }

    /// <summary>Gives a command its examples.</summary>
    public void Describe(Command command, params (string Line, string Why)[] examples) => _examples[command] = examples;

    /// <inheritdoc/>
    public override int Invoke(ParseResult parseResult)
    {
        InvocationConfiguration configuration = parseResult.InvocationConfiguration;
        TextWriter output = configuration.Output;
        int code = WriteStandard(parseResult, configuration, output);
        Command command = parseResult.CommandResult.Command;
        if (_examples.TryGetValue(command, out IReadOnlyList<(string Line, string Why)>? examples))
        {
            Columns(output, "Examples:", examples);
        }

        if (command is RootCommand)
        {
            Columns(output, "Exit codes:", [.. ExitCodes.All.Select(c => ($"{c.Code,3}", c.Meaning))]);
        }

        return code;
    }

    // The standard help names the executable file; people type the launcher's name.
    private int WriteStandard(ParseResult parseResult, InvocationConfiguration configuration, TextWriter output)
    {
        using StringWriter standard = new();
        configuration.Output = standard;
        int code;
        try
        {
            code = _standard.Invoke(parseResult);
        }
        finally
        {
            configuration.Output = output;
        }

        string text = standard.ToString().Replace("\r\n", "\n", StringComparison.Ordinal).TrimEnd()
            .Replace(RootCommand.ExecutableName, "plab", StringComparison.Ordinal);
        foreach (string line in text.Split('\n'))
        {
            output.WriteLine(line.TrimEnd());
        }

        output.WriteLine();
        return code;
    }

    private void Columns(TextWriter output, string title, IReadOnlyList<(string Line, string Why)> rows)
    {
        output.WriteLine(title);
        int column = Math.Min(rows.Max(r => r.Line.Length), _width / 2) + 4;
        foreach ((string line, string why) in rows)
        {
            string first = "  " + line;
            if (first.Length + 2 > column)
            {
                output.WriteLine(first);
                first = "";
            }

            foreach (string wrapped in PlainText.Wrap(why, _width, first.PadRight(column)))
            {
                output.WriteLine(wrapped);
            }
        }

        output.WriteLine();
    }
}
