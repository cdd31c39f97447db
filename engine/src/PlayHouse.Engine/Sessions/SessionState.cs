namespace PlayHouse.Engine.Sessions;

/// <summary>How far a session has come.</summary>
internal enum SessionState
{
    /// <summary>Only the authentication message is legal.</summary>
    Unauthenticated,

    /// <summary>An authentication runs and has the reader's role.</summary>
    Authenticating,

    /// <summary>Bound to an actor of a stage for the rest of its life.</summary>
    Authenticated,
}
