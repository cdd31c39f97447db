namespace PlayHouse.Lab.Notebooks.Cells;

/// <summary>What the value of an option is.</summary>
internal enum MagicValue
{
    /// <summary>A text.</summary>
    Text,

    /// <summary>A whole number.</summary>
    Number,

    /// <summary>There is none: the option is a switch.</summary>
    None,
}

/// <summary>An option of a magic.</summary>
/// <param name="Name">Without its dashes.</param>
/// <param name="Parameter">Of the call.</param>
/// <param name="Value">What follows it.</param>
internal sealed record MagicOption(string Name, string Parameter, MagicValue Value = MagicValue.Text)
{
    /// <summary>One that is called like its parameter.</summary>
    public static MagicOption Of(string name, MagicValue value = MagicValue.Text) => new(name, name, value);
}

/// <summary>One magic: a line that is a call of the lab.</summary>
/// <param name="Verb">The word behind <c>#!lab</c>.</param>
/// <param name="Arguments">How what follows is written, for people.</param>
/// <param name="Call">Member of <see cref="Api.LabApi"/>; empty for the help.</param>
/// <param name="PlacesMin">Arguments without a name at least.</param>
/// <param name="PlacesMax">And at most.</param>
/// <param name="Options">Arguments with a name.</param>
/// <param name="What">What it does.</param>
internal sealed record Magic(string Verb, string Arguments, string Call, int PlacesMin, int PlacesMax, IReadOnlyList<MagicOption> Options, string What)
{
    /// <summary>How it is written, for people.</summary>
    public string Form => $"#!lab {Verb} {Arguments}".TrimEnd();
}
