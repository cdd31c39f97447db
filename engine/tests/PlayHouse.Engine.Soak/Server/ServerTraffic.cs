namespace PlayHouse.Engine.Soak.Server;

/// <summary>Messages between servers, as the stages count them. Any thread.</summary>
internal sealed class ServerTraffic
{
    private long _sent;
    private long _received;

    public long Sent => Volatile.Read(ref _sent);

    public long Received => Volatile.Read(ref _received);

    public void CountSent() => Interlocked.Increment(ref _sent);

    public void CountReceived() => Interlocked.Increment(ref _received);
}
