namespace PlayHouse.Lab.Load.Wire;

/// <summary>How the beginning of a connection ended.</summary>
internal enum OpeningOutcome
{
    /// <summary>Requests may follow.</summary>
    Open,

    /// <summary>The server said no.</summary>
    Refused,

    /// <summary>The server closed the connection.</summary>
    Closed,

    /// <summary>The server said something else than was due.</summary>
    Wrong,
}

/// <summary>How the beginning of a connection ended, with words for people.</summary>
internal readonly record struct Opening(OpeningOutcome Outcome, string Text);
