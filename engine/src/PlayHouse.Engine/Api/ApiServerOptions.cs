using PlayHouse.Engine.Mesh;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.Api;

/// <summary>Everything an Api server is built from. Immutable; checked as a whole when the server is constructed.</summary>
public sealed record ApiServerOptions
{
    /// <summary>Id of this server, unique among the servers that know each other. 1 to 128 UTF-8 bytes.</summary>
    public required string ServerId { get; init; }

    /// <summary>Service the controllers belong to, from 1 on; servers of one service are interchangeable.</summary>
    public required int ServiceId { get; init; }

    /// <summary>Share of the service's messages under <see cref="ServerSelection.Weighted"/>, 1 to 10,000.</summary>
    public int Weight { get; init; } = 1;

    /// <summary>Classes of controllers, each an <see cref="IApiController"/>.</summary>
    public required IReadOnlyList<Type> Controllers { get; init; }

    /// <summary>Handlers of system messages; none by default.</summary>
    public ISystemController? SystemController { get; init; }

    /// <summary>Bounds; those of clients and stages mean nothing here.</summary>
    public EngineLimits Limits { get; init; } = EngineLimits.Default;

    /// <summary>
    /// How the engine's seams are built. An Api server has those of messages between servers; what is chosen for others changes nothing
    /// here.
    /// </summary>
    public StrategySelection Strategies { get; init; } = StrategySelection.Default;

    /// <summary>
    /// Clock of requests, discovery and <see cref="EngineLimits.DrainTimeout"/>; the system's by default. A stop ends by the system's
    /// clock.
    /// </summary>
    public TimeProvider Clock { get; init; } = TimeProvider.System;

    /// <summary>Told about every exception of a handler, on the thread it surfaced on. Must be quick and thread-safe.</summary>
    public Action<Exception>? HandlerFailed { get; init; }

    /// <summary>How this server and others reach each other; null, the default, is a server that reaches itself only.</summary>
    public MeshOptions? Network { get; init; }

    /// <summary>Connects to the other servers.</summary>
    internal MeshFactory Mesh
    {
        get => field ?? (host => ServerMesh.ConnectAsync(host, Network));
        init;
    }

    /// <summary>All errors at once; empty when a server can be built.</summary>
    public IReadOnlyList<string> Validate()
    {
        List<string> errors = [];
        if (!ServerRules.IsOwnId(ServerId))
        {
            errors.Add($"ServerId takes 1 to {ServerRules.OwnIdBytesMax} UTF-8 bytes.");
        }
        else if (Network is not null)
        {
            errors.AddRange((Network with { ServerId = ServerId, Weight = 1 }).Validate());
        }

        if (ServiceId < 1)
        {
            errors.Add($"ServiceId is {ServiceId}; it takes 1 or more.");
        }

        if (Weight is < 1 or > 10_000)
        {
            errors.Add($"Weight is {Weight}; it takes 1 to 10000.");
        }

        CheckControllers(errors);
        if (Strategies is null)
        {
            errors.Add("Strategies is missing.");
        }
        else
        {
            errors.AddRange(StrategyRules.Validate(Strategies));
        }

        if (Limits is null)
        {
            errors.Add("Limits is missing.");
        }
        else
        {
            LimitRules.Check(Limits, errors);
        }

        return errors;
    }

    private void CheckControllers(List<string> errors)
    {
        if (Controllers is null || (Controllers.Count == 0 && SystemController is null))
        {
            errors.Add("Controllers is empty: no controller would handle a message.");
            return;
        }

        foreach (Type type in Controllers)
        {
            if (type is null || !type.IsClass || type.IsAbstract || type.ContainsGenericParameters
                || !typeof(IApiController).IsAssignableFrom(type))
            {
                errors.Add($"Controller '{type}' is not a class that can be made and implements IApiController.");
            }
        }

        foreach (IGrouping<Type, Type> same in Controllers.Where(t => t is not null).GroupBy(t => t).Where(g => g.Count() > 1))
        {
            errors.Add($"Controller '{same.Key}' is listed {same.Count()} times.");
        }
    }
}
