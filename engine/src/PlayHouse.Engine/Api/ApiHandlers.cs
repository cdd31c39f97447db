using System.Runtime.CompilerServices;
using Microsoft.Extensions.DependencyInjection;
using PlayHouse.Engine.Protocol;

namespace PlayHouse.Engine.Api;

/// <summary>Handlers of all controllers by message id. Filled at start, read-only afterwards.</summary>
internal sealed class ApiHandlers
{
    private readonly Dictionary<string, ApiHandler> _handlers = new(StringComparer.Ordinal);

    /// <summary>Asks an instance of each controller for its handlers.</summary>
    /// <exception cref="ArgumentException">A controller added an id twice, or a handler that is not its own method.</exception>
    /// <exception cref="InvalidOperationException">A controller cannot be made.</exception>
    public static async Task<ApiHandlers> ReadAsync(IServiceProvider services, IEnumerable<Type> controllers)
    {
        ApiHandlers handlers = new();
        foreach (Type type in controllers)
        {
            ControllerSource source = new(type, services);
            await using AsyncServiceScope scope = services.CreateAsyncScope();
            object instance = source.Make(scope.ServiceProvider);
            try
            {
                ((IApiController)instance).Handles(new Register(handlers, source, instance));
            }
            finally
            {
                await source.EndAsync(instance);
            }
        }

        return handlers;
    }

    public ApiHandler? Find(string msgId) => _handlers.GetValueOrDefault(msgId);

    private sealed class Register(ApiHandlers handlers, ControllerSource source, object instance) : IApiHandlerRegister
    {
        public void Add(string msgId, Func<IPacket, IApiLink, ValueTask> handler)
        {
            ArgumentNullException.ThrowIfNull(handler);
            MessageIdRules.Check(msgId);
            if (!ReferenceEquals(handler.Target, instance) || !handler.HasSingleTarget)
            {
                throw new ArgumentException(
                    $"The handler of '{msgId}' is not an instance method of {source.Type}: it would keep the state of the instance that was asked at start.",
                    nameof(handler));
            }

            if (!handlers._handlers.TryAdd(msgId, ApiHandler.Open(source, handler.Method)))
            {
                throw new ArgumentException($"Message '{msgId}' has a handler already; {source.Type} adds it again.", nameof(msgId));
            }
        }
    }
}

/// <summary>
/// How instances of a controller are made: by its own registration, or by its constructor when it is registered only as a controller.
/// </summary>
internal sealed class ControllerSource
{
    private readonly ObjectFactory? _factory;

    public ControllerSource(Type type, IServiceProvider services)
    {
        Type = type;
        bool isRegistered = services.GetService<IServiceProviderIsService>()?.IsService(type) == true;
        _factory = isRegistered ? null : ActivatorUtilities.CreateFactory(type, Type.EmptyTypes);
    }

    public Type Type { get; }

    /// <summary>An instance for one message, whose scope is <paramref name="services"/>.</summary>
    public object Make(IServiceProvider services) => _factory is null ? services.GetRequiredService(Type) : _factory(services, null);

    /// <summary>Disposes an instance that no scope owns.</summary>
    public async ValueTask EndAsync(object instance)
    {
        if (_factory is null)
        {
            return;
        }

        if (instance is IAsyncDisposable asynchronous)
        {
            await asynchronous.DisposeAsync();
        }
        else if (instance is IDisposable synchronous)
        {
            synchronous.Dispose();
        }
    }
}

/// <summary>One handler without an instance: the method is bound once at start, the instance is given with each message.</summary>
internal abstract class ApiHandler(ControllerSource source)
{
    public ControllerSource Source { get; } = source;

    public static ApiHandler Open(ControllerSource source, System.Reflection.MethodInfo method) =>
        (ApiHandler)Activator.CreateInstance(typeof(OpenHandler<>).MakeGenericType(source.Type), source, method)!;

    public abstract ValueTask InvokeAsync(object instance, IPacket packet, IApiLink link);

    private sealed class OpenHandler<TController>(ControllerSource source, System.Reflection.MethodInfo method) : ApiHandler(source)
        where TController : class
    {
        private readonly Func<TController, IPacket, IApiLink, ValueTask> _method =
            method.CreateDelegate<Func<TController, IPacket, IApiLink, ValueTask>>();

        public override ValueTask InvokeAsync(object instance, IPacket packet, IApiLink link) =>
            _method(Unsafe.As<TController>(instance), packet, link);
    }
}
