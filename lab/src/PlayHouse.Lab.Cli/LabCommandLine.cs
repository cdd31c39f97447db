using System.CommandLine;
using System.CommandLine.Help;
using PlayHouse.Lab.Cli.Commands;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Cli;

/// <summary>The command line: parses, runs one command, and turns every failure into a line and an exit code.</summary>
internal sealed class LabCommandLine
{
    private readonly CommandContext _context;
    private readonly RootCommand _root;

    /// <summary>Builds all commands around what they work with.</summary>
    public LabCommandLine(CommandContext context)
    {
        _context = context;
        CommandHelp help = new(context.Console.Width);
        _root = new RootCommand("Decides, with proof, whether an optimisation of a game server is kept or rolled back.");
        help.Describe(_root, ("plab demo", "decide a real experiment in a few minutes"), ("plab run --help", "more about one command"));
        ICommandSource[] commands =
        [
            new DemoCommand(), new PlanCommand(), new RunCommand(), new ResumeCommand(), new WatchCommand(), new CancelCommand(), new ListCommand(),
            new ShowCommand(), new AnalyseCommand(), new CompareCommand(), new HotspotsCommand(), new DiffCommand(), new GcCommand(), new BudgetsCommand(), new ExportCommand(),
            new TraceCommand(), new StrategiesCommand(), new MatrixCommand(), new ScreenCommand(), new DecideCommand(), new DecisionsCommand(), new DashboardCommand(), new NotebookCommand(),
            new PackCommand(), new UnpackCommand(), new PackEngineCommand(), new DoctorCommand(), new SelfTestCommand(), new CleanCommand(),
        ];
        foreach (ICommandSource source in commands)
        {
            Command command = source.Create(context);
            help.Describe(command, [.. source.Examples]);
            foreach (Command part in command.Subcommands)
            {
                help.Describe(part, [.. source.Examples.Where(e => e.Line.StartsWith($"plab {command.Name} {part.Name}", StringComparison.Ordinal))]);
            }

            _root.Add(command);
        }

        foreach (HelpOption option in _root.Options.OfType<HelpOption>())
        {
            option.Action = help;
        }
    }

    /// <summary>All commands, for tests and docs.</summary>
    public IEnumerable<Command> Commands => _root.Subcommands;

    /// <summary>Runs one command line; returns its exit code and never throws.</summary>
    public async Task<int> RunAsync(IReadOnlyList<string> arguments)
    {
        try
        {
            return await InvokeAsync(arguments);
        }
        catch (LabInputException input)
        {
            foreach (string error in input.Errors)
            {
                _context.Console.Notice($"plab: {PlainText.Clean(error)}");
            }

            return ExitCodes.BadInput;
        }
        catch (OperationCanceledException) when (_context.Interrupts.Token.IsCancellationRequested)
        {
            _context.Console.Notice("plab: interrupted.");
            return ExitCodes.Interrupted;
        }
        catch (Exception error)
        {
            // The edge of the process: whatever is left becomes one line and a file.
            string? log = InternalErrorLog.Write(error, string.Join(' ', arguments), _context);
            string where = log is null ? "its details could not be written to a file" : $"details are in {log}";
            _context.Console.Notice($"plab: internal error: {PlainText.Clean(error.Message)}; {where}");
            return ExitCodes.InternalError;
        }
    }

    private async Task<int> InvokeAsync(IReadOnlyList<string> arguments)
    {
        // A file named with @ must not be able to put arguments on the command line.
        ParseResult parsed = _root.Parse(arguments, new ParserConfiguration { ResponseFileTokenReplacer = null });
        InvocationConfiguration configuration = new()
        {
            Output = _context.Console.Out,
            Error = _context.Console.Error,
            EnableDefaultExceptionHandler = false,
            ProcessTerminationTimeout = null,
        };
        if (arguments.Count == 0)
        {
            configuration.Output = _context.Console.Error;
            await _root.Parse("--help").InvokeAsync(configuration, _context.Interrupts.Token);
            return ExitCodes.BadInput;
        }

        if (parsed.Errors.Count > 0 && parsed.Action is not CommandHelp)
        {
            ParseErrors.Write(parsed, _context.Console);
            return ExitCodes.BadInput;
        }

        return await parsed.InvokeAsync(configuration, _context.Interrupts.Token);
    }
}
