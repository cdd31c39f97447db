namespace PlayHouse.Lab.Load.Tests.Fakes;

/// <summary>How the echo server misbehaves. Counts are per connection; 0 means never.</summary>
internal sealed record EchoFaults
{
    public int DropEvery { get; init; }

    /// <summary>Every so many replies are held back and sent after the next one.</summary>
    public int SwapEvery { get; init; }

    public int CorruptEvery { get; init; }

    public int DuplicateEvery { get; init; }

    public int ErrorEvery { get; init; }

    public int WrongIdEvery { get; init; }

    public int OversizeEvery { get; init; }

    /// <summary>Connections with a number below this are closed after so many requests.</summary>
    public int CloseConnections { get; init; }

    public int CloseAfter { get; init; }

    public bool RejectsAuthentication { get; init; }

    public bool IgnoresAuthentication { get; init; }

    public bool ClosesOnAuthentication { get; init; }

    public bool SendsGarbage { get; init; }
}
