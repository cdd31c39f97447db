namespace PlayHouse.Lab.Store;

/// <summary>Why a store refused or could not answer.</summary>
public enum StoreProblem
{
    /// <summary>There is no store at the path.</summary>
    Missing,

    /// <summary>The file is not a store of this lab; it was left untouched.</summary>
    NotAStore,

    /// <summary>The schema is older or newer than this build reads.</summary>
    SchemaVersion,

    /// <summary>Another process held the store longer than the time limit.</summary>
    Busy,

    /// <summary>The file is damaged.</summary>
    Damaged,

    /// <summary>The file or its folder cannot be read or written, or the disk is full.</summary>
    Unavailable,

    /// <summary>Nothing has this id.</summary>
    NotFound,

    /// <summary>More than one run starts with this prefix.</summary>
    Ambiguous,

    /// <summary>The change contradicts what is stored already.</summary>
    Conflict,

    /// <summary>The value itself is not acceptable.</summary>
    Invalid,
}

/// <summary>An error of the store with a message meant for people: what is wrong and what to do about it.</summary>
public sealed class StoreException : Exception
{
    /// <summary>Creates the error.</summary>
    public StoreException(StoreProblem problem, string message, Exception? inner = null)
        : base(message, inner) => Problem = problem;

    /// <summary>The kind of problem, for exit codes and tests.</summary>
    public StoreProblem Problem { get; }
}
