using Microsoft.Extensions.DependencyInjection;
using PlayHouse.Engine.Api;
using PlayHouse.Engine.Hosting.Tests.Fixtures;

namespace PlayHouse.Engine.Hosting.Tests;

/// <summary>What an Api server is not built from.</summary>
public sealed class ApiServerRulesTests
{
    [Fact]
    public async Task ApiOptions_WithErrors_ReportsAllOfThem()
    {
        ApiLog log = new();
        await using ServiceProvider services = GameApi.Services(log);
        ApiServerOptions options = GameApi.Options(log, typeof(string), typeof(GameController), typeof(GameController)) with
        {
            ServerId = "",
            ServiceId = 0,
            Weight = 0,
            Limits = new EngineLimits { ApiHandlersMax = 0 },
        };

        string message = Assert.Throws<ArgumentException>(() => new ApiServer(options, services)).Message;

        Assert.All(["ServerId", "ServiceId", "Weight", "System.String", "listed 2 times", "ApiHandlersMax"], e => Assert.Contains(e, message, StringComparison.Ordinal));
        Assert.Contains("Controllers is empty", GameApi.Options(log).Validate()[0], StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(typeof(StaticHandler), "is not an instance method")]
    [InlineData(typeof(ClosureHandler), "is not an instance method")]
    [InlineData(typeof(SameIdTwice), "has a handler already")]
    [InlineData(typeof(EmptyId), "1 to 255")]
    public async Task ApiController_WithAWrongHandler_CannotStart(Type controller, string reason)
    {
        ApiLog log = new();
        await using ServiceProvider services = GameApi.Services(log);
        await using ApiServer server = new(GameApi.Options(log, controller), services);

        ArgumentException exception = await Assert.ThrowsAsync<ArgumentException>(server.StartAsync);

        Assert.Contains(reason, exception.Message, StringComparison.Ordinal);
    }

    private static ValueTask DoNothing(IPacket packet, IApiLink link) => default;

    internal sealed class StaticHandler : IApiController
    {
        public void Handles(IApiHandlerRegister register) => register.Add("Static", DoNothing);
    }

    internal sealed class ClosureHandler : IApiController
    {
        public void Handles(IApiHandlerRegister register)
        {
            int calls = 0;
            register.Add("Closure", (_, _) =>
            {
                calls++;
                return default;
            });
        }
    }

    internal sealed class SameIdTwice : IApiController
    {
        private readonly ValueTask _done = ValueTask.CompletedTask;

        public void Handles(IApiHandlerRegister register)
        {
            register.Add("Same", Handle);
            register.Add("Same", Handle);
        }

        private ValueTask Handle(IPacket packet, IApiLink link) => _done;
    }

    internal sealed class EmptyId : IApiController
    {
        private readonly ValueTask _done = ValueTask.CompletedTask;

        public void Handles(IApiHandlerRegister register) => register.Add("", Handle);

        private ValueTask Handle(IPacket packet, IApiLink link) => _done;
    }
}
