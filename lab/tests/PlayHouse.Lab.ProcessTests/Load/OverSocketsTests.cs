using Xunit.Abstractions;

namespace PlayHouse.Lab.Load.Tests;

/// <summary>The same books where there is no epoll.</summary>
public sealed class ConservationOverSocketsTests(ITestOutputHelper output) : ConservationTests(output)
{
    protected override string Loop => "sockets";
}

/// <inheritdoc/>
public sealed class MisbehaviourOverSocketsTests(ITestOutputHelper output) : MisbehaviourTests(output)
{
    protected override string Loop => "sockets";
}

/// <inheritdoc/>
public sealed class RoomOverSocketsTests(ITestOutputHelper output) : RoomTests(output)
{
    protected override string Loop => "sockets";
}

/// <summary>The same books when the event loop is told of levels instead of edges.</summary>
public sealed class MisbehaviourByLevelsTests(ITestOutputHelper output) : MisbehaviourTests(output)
{
    protected override string Loop => "epoll-level";
}
