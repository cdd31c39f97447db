using System.Globalization;
using PlayHouse.Lab.Notebooks.Api;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Notebooks.Commands;

/// <summary><c>#!lab runs</c>.</summary>
public sealed class RunsCommand : LabCommand
{
    internal override object Ask(LabApi lab) => lab.Runs();
}

/// <summary><c>#!lab help</c>.</summary>
public sealed class HelpCommand : LabCommand
{
    internal override object Ask(LabApi lab) => LabDirectives.Help();
}

/// <summary><c>#!lab show RUN</c>.</summary>
public sealed class ShowCommand : LabCommand
{
    /// <summary>The run.</summary>
    public string Run { get; set; } = "";

    internal override object Ask(LabApi lab) => lab.Show(Run);
}

/// <summary><c>#!lab run EXPERIMENT</c>.</summary>
public sealed class RunCommand : LabCommand
{
    /// <summary>The experiment.</summary>
    public string Experiment { get; set; } = "";

    /// <summary>Its design; null keeps the file's.</summary>
    public string? Design { get; set; }

    /// <summary>A fixed number of blocks; null keeps the design's rule.</summary>
    public string? Blocks { get; set; }

    /// <summary>True runs the baseline against itself.</summary>
    public bool Aa { get; set; }

    internal override object Ask(LabApi lab) => lab.Run(Experiment, Design, Blocks is null ? null : Whole("--blocks", Blocks), Aa);

    /// <summary>A whole number of a line.</summary>
    internal static int Whole(string name, string text) => int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int number)
        ? number
        : throw new LabInputException([$"{name} takes a number, not '{text}'."]);
}

/// <summary><c>#!lab compare A --with B</c>.</summary>
public sealed class CompareCommand : LabCommand
{
    /// <summary>A run, or <c>RUN:arm</c>.</summary>
    public string Run { get; set; } = "";

    /// <summary>The other side; null for the arms inside the run.</summary>
    public string? With { get; set; }

    internal override object Ask(LabApi lab) => lab.Compare(Run, With);
}

/// <summary><c>#!lab hotspots RUN</c>.</summary>
public sealed class HotspotsCommand : LabCommand
{
    private const int TopUsual = 15;

    /// <summary>The run.</summary>
    public string Run { get; set; } = "";

    /// <summary>How many sites.</summary>
    public string? Top { get; set; }

    /// <summary>One arm; null for all.</summary>
    public string? Arm { get; set; }

    internal override object Ask(LabApi lab) => lab.Hotspots(Run, Top is null ? TopUsual : RunCommand.Whole("--top", Top), Arm);
}

/// <summary><c>#!lab flame RUN</c>.</summary>
public sealed class FlameCommand : LabCommand
{
    /// <summary>The run.</summary>
    public string Run { get; set; } = "";

    /// <summary>Its arm; null for the one that is compared with the baseline.</summary>
    public string? Arm { get; set; }

    /// <summary>What it is compared with; null shows the arm alone.</summary>
    public string? Diff { get; set; }

    internal override object Ask(LabApi lab) => lab.Flame(Run, Arm, Diff);
}

/// <summary><c>#!lab chart RUN --name NAME</c>.</summary>
public sealed class ChartCommand : LabCommand
{
    /// <summary>The run.</summary>
    public string Run { get; set; } = "";

    /// <summary>Which chart.</summary>
    public string Name { get; set; } = "forest";

    /// <summary>Metric of arms and order; null for bytes per message.</summary>
    public string? Metric { get; set; }

    internal override object Ask(LabApi lab) => lab.Chart(Run, Name, Metric);
}

/// <summary><c>#!lab decide keep --because TEXT</c>.</summary>
public sealed class DecideCommand : LabCommand
{
    /// <summary><c>keep</c>, <c>rollback</c> or <c>rerun</c>.</summary>
    public string Choice { get; set; } = "";

    /// <summary>Why.</summary>
    public string? Because { get; set; }

    /// <summary>The run; null for the one shown last.</summary>
    public string? Run { get; set; }

    /// <summary>Why it is decided although the evidence does not carry it.</summary>
    public string? Override { get; set; }

    /// <summary>True records it.</summary>
    public bool Record { get; set; }

    internal override object Ask(LabApi lab) => lab.Decide(
        Choice, Because ?? throw new LabInputException(["A decision says why: --because \"…\"."]), Run, Override, Record);
}
