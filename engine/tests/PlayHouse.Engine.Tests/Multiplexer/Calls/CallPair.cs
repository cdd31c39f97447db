using PlayHouse.Engine.Strategies;
using PlayHouse.Multiplexer.Calls;
using PlayHouse.Multiplexer.Tests.Fakes;

namespace PlayHouse.Multiplexer.Tests.Calls;

/// <summary>Two call layers that speak with each other over a socket.</summary>
internal sealed record CallPair(MultiplexerCalls Near, MultiplexerCalls Far) : IAsyncDisposable
{
    public static async Task<CallPair> OpenAsync(StrategySelection strategies, CallHandler near, CallHandler far, MultiplexerLimits? limits = null)
    {
        ConnectionPair pair = await ConnectionPair.OpenAsync("socket", strategies, limits);
        return new CallPair(MultiplexerCalls.Start(pair.Near, near), MultiplexerCalls.Start(pair.Far, far));
    }

    public async ValueTask DisposeAsync()
    {
        await Near.DisposeAsync();
        await Far.DisposeAsync();
    }
}
