namespace PlayHouse.Engine.Mesh;

/// <summary>
/// How a server takes part in a mesh: where it listens for other servers and how it finds them. Immutable; checked with the
/// server's options.
/// </summary>
public sealed record MeshOptions
{
    /// <summary>Unique id of the server, 1 to 255 UTF-8 bytes; the server's own options say it.</summary>
    internal string ServerId { get; init; } = "";

    /// <summary>
    /// Where to listen for other servers, <c>tcp://host:port</c>; port 0 lets the system choose. Null, the default, is a
    /// mesh of the own server alone, which needs no libzmq.
    /// </summary>
    public string? BindAddress { get; init; }

    /// <summary>Address the others are told; null takes the bound one, which is only right when it names a host.</summary>
    public string? AdvertisedAddress { get; init; }

    /// <summary>Service the server belongs to; 0 for none.</summary>
    internal int ServiceId { get; init; }

    /// <summary>What the server is.</summary>
    internal ServerKind Kind { get; init; }

    /// <summary>Share among the servers of its service.</summary>
    internal int Weight { get; init; } = 1;

    /// <summary>How the others are found; null knows no others.</summary>
    public IServerDirectory? Directory { get; init; }

    /// <summary>
    /// How servers prove to each other who they are. Null, the default, is <see cref="MeshSecurity.None"/> where
    /// <see cref="BindAddress"/> is this machine only, and an error anywhere else: there <see cref="MeshSecurity.Curve"/> or
    /// <see cref="MeshSecurity.None"/> must be written.
    /// </summary>
    public MeshSecurity? Security { get; init; }

    /// <summary>How often the directory is asked, 3 s.</summary>
    public TimeSpan DirectoryPeriod { get; init; } = TimeSpan.FromSeconds(3);

    /// <summary>How often a quiet connection is looked at, 1 s: a peer that is gone is noticed within it.</summary>
    public TimeSpan ProbePeriod { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>
    /// How long a connected peer may leave probes unanswered, 10 s. Counted in probes sent, so that a process that was
    /// suspended blames no peer for it. Reaction: the connection is made again, what it held is lost (<c>mesh.lost</c>) and
    /// requests to the peer fail. A peer that has never answered is left alone.
    /// </summary>
    public TimeSpan SilenceTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>
    /// How long messages wait for a server that has not been connected yet, 5 s. Reaction: they are lost (<c>mesh.lost</c>) and
    /// further ones are refused as unreachable.
    /// </summary>
    public TimeSpan ConnectGracePeriod { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>
    /// How long stopping waits for the peers to confirm what was sent, 1 s. Reaction: the rest counts as lost (<c>mesh.lost</c>).
    /// </summary>
    public TimeSpan StopDrainTime { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>Messages libzmq holds per peer for sending, 1,000. Reaction: they wait in the peer's queue.</summary>
    public int SendHighWaterMark { get; init; } = 1_000;

    /// <summary>Messages libzmq holds per peer for receiving, 1,000. Reaction: the network holds them.</summary>
    public int ReceiveHighWaterMark { get; init; } = 1_000;

    /// <summary>Sequence before the first request; null for a random one.</summary>
    internal uint? LastSequence { get; init; }

    /// <summary>What holds; without errors.</summary>
    internal MeshSecurity Protection => Security ?? MeshSecurity.None;

    /// <summary>All errors at once; empty when a mesh can be started.</summary>
    internal IReadOnlyList<string> Validate()
    {
        List<string> errors = [];
        ServerRules.CheckId(ServerId, errors);
        if (BindAddress is not null)
        {
            CheckAddresses(errors);
        }
        else if (Directory is not null)
        {
            errors.Add("BindAddress is missing: a mesh with a Directory needs one.");
        }

        CheckSecurity(errors);
        if (Weight is < 1 or > 1_000_000 || ServiceId < 0)
        {
            errors.Add($"Weight is {Weight} and ServiceId {ServiceId}; they take 1 to 1000000 and 0 or more.");
        }

        CheckTime(errors, nameof(DirectoryPeriod), DirectoryPeriod);
        CheckTime(errors, nameof(ProbePeriod), ProbePeriod);
        CheckTime(errors, nameof(SilenceTimeout), SilenceTimeout);
        CheckTime(errors, nameof(ConnectGracePeriod), ConnectGracePeriod);
        CheckTime(errors, nameof(StopDrainTime), StopDrainTime);
        CheckMark(errors, nameof(SendHighWaterMark), SendHighWaterMark);
        CheckMark(errors, nameof(ReceiveHighWaterMark), ReceiveHighWaterMark);
        return errors;
    }

    private static void CheckTime(List<string> errors, string name, TimeSpan value)
    {
        if (value < TimeSpan.FromMilliseconds(10) || value > TimeSpan.FromHours(1))
        {
            errors.Add($"{name} is {value}; it takes 10 ms to 1 h.");
        }
    }

    private static void CheckMark(List<string> errors, string name, int value)
    {
        if (value is < 1 or > 1_000_000)
        {
            errors.Add($"{name} is {value}; it takes 1 to 1000000.");
        }
    }

    private void CheckSecurity(List<string> errors)
    {
        Security?.Check(errors);
        if (Security is null && BindAddress is not null && !ServerRules.IsThisMachine(BindAddress))
        {
            errors.Add(
                $"BindAddress '{BindAddress}' is reached from outside this machine, and Security is missing: it takes MeshSecurity.Curve(secret key), by "
                + "configuration Mesh:SecretKeyFile or Mesh:SecretKey, or MeshSecurity.None, by configuration Mesh:Security = none, where only servers reach the network.");
        }

        if (Protection.IsCurve && Directory is StaticServerDirectory list)
        {
            errors.AddRange(list.Servers
                .Where(s => s.ServerId != ServerId && s.PublicKey is null)
                .Select(s => ServerRules.KeyMissing(s.ServerId)));
        }
    }

    private void CheckAddresses(List<string> errors)
    {
        if (!ServerRules.IsAddress(BindAddress, isPortZeroLegal: true))
        {
            errors.Add($"BindAddress is '{BindAddress}'; it takes tcp://host:port.");
            return;
        }

        bool isWildcard = BindAddress!.StartsWith("tcp://*:", StringComparison.Ordinal)
            || BindAddress.StartsWith("tcp://0.0.0.0:", StringComparison.Ordinal);
        if (AdvertisedAddress is null && isWildcard)
        {
            errors.Add($"BindAddress '{BindAddress}' listens everywhere: AdvertisedAddress must say where the others find this server.");
        }

        if (AdvertisedAddress is not null && !ServerRules.IsAddress(AdvertisedAddress, isPortZeroLegal: false))
        {
            errors.Add($"AdvertisedAddress is '{AdvertisedAddress}'; it takes tcp://host:port.");
        }
    }
}
