using System.CommandLine;
using PlayHouse.Engine.Strategies;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Cli.Commands;

/// <summary><c>plab strategies</c>: what can be toggled in the engine.</summary>
internal sealed class StrategiesCommand : ICommandSource
{
    public IReadOnlyList<(string Line, string Why)> Examples { get; } =
    [
        ("plab strategies", "every seam and its strategies"),
        ("plab strategies mailbox", "one seam with its knobs and sources"),
        ("plab strategies --json", "for a program"),
    ];

    public Command Create(CommandContext context)
    {
        Argument<string?> seam = new("SEAM") { Description = "One seam, with everything about it", Arity = ArgumentArity.ZeroOrOne };
        Option<bool> json = CommonArguments.Json();
        Command command = new("strategies", "List what can be toggled in the engine") { seam, json };
        command.SetAction(parsed => Run(context, parsed.GetValue(seam), parsed.GetValue(json)));
        return command;
    }

    private static int Run(CommandContext context, string? seam, bool isJson)
    {
        IReadOnlyList<SeamDescriptor> seams = StrategyCatalog.Seams;
        if (seam is not null)
        {
            if (!StrategyCatalog.TryFind(seam, out SeamDescriptor? found))
            {
                string? near = NearestWord.Find(seam, seams.Select(s => s.Id));
                string hint = near is null ? "" : $" Did you mean '{near}'?";
                throw new LabInputException([$"No seam '{seam}'.{hint} Seams: {string.Join(", ", seams.Select(s => s.Id))}."]);
            }

            seams = [found];
        }

        context.Console.Result(isJson ? StrategyListing.Json(seams)
            : seam is null ? StrategyListing.Overview(seams, context.Console.Width)
            : StrategyListing.Detail(seams[0], context.Console.Width));
        return ExitCodes.Decided;
    }
}
