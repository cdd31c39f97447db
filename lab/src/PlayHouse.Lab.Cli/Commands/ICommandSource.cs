using System.CommandLine;

namespace PlayHouse.Lab.Cli.Commands;

/// <summary>Makes one command of the command line.</summary>
internal interface ICommandSource
{
    /// <summary>Command lines for the help, with what they do; at least one.</summary>
    IReadOnlyList<(string Line, string Why)> Examples { get; }

    /// <summary>The command, bound to what it works with.</summary>
    Command Create(CommandContext context);
}
