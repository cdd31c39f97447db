namespace PlayHouse.Lab.Control;

/// <summary>What a role (target, load) does with requests. Called for one request at a time.</summary>
public interface IControlHandler : IAsyncDisposable
{
    /// <summary>
    /// Answers every request but <c>hello</c> and <c>quit</c>. A <see cref="ControlException"/> becomes an error line and the
    /// child lives on. The token is cancelled when the parent is gone; return soon after.
    /// </summary>
    ValueTask<ControlReply> HandleAsync(ControlLine request, IControlOutput output, CancellationToken cancellationToken);
}

/// <summary>Lines a child sends unasked.</summary>
public interface IControlOutput
{
    /// <summary>Tells how far a request is; any thread.</summary>
    void Progress(string text);
}

/// <summary>The answer to one request.</summary>
/// <param name="Type">See <see cref="ControlTypes"/>.</param>
/// <param name="Body">Type-specific object or null.</param>
public sealed record ControlReply(string Type, object? Body = null)
{
    /// <summary>Done, nothing to tell.</summary>
    public static ControlReply Ack { get; } = new(ControlTypes.Ack);

    /// <summary>The request is of a type this role does not know.</summary>
    public static ControlException UnknownType(ControlLine request) =>
        new("unknown-type", $"this process does not know requests of type '{request.Type}'");
}
