namespace PlayHouse.Engine.Peers.Mesh;

/// <summary>A thread that sends numbered messages as fast as they are taken.</summary>
internal sealed class PacedSender(byte[] payload, Func<byte[], SendResult> send) : IDisposable
{
    /// <summary>A full queue of the engine lasts longer than this: the sender does not run dry while it waits.</summary>
    private const int FullPauseMs = 1;

    private const int UnreachablePauseMs = 20;

    private Thread? _thread;
    private volatile bool _isStopping;

    /// <summary>Begins.</summary>
    public void Start()
    {
        _thread = new Thread(Run) { IsBackground = true, Name = "paced-send" };
        _thread.Start();
    }

    /// <summary>Ends the thread after the message in hand.</summary>
    public void Dispose()
    {
        _isStopping = true;
        _thread?.Join();
    }

    private void Run()
    {
        for (long number = 0; !_isStopping; number++)
        {
            DeliveryCheck.Number(payload, number);
            SendResult result;
            while ((result = send(payload)) != SendResult.Accepted && !_isStopping)
            {
                Thread.Sleep(result == SendResult.RefusedFull ? FullPauseMs : UnreachablePauseMs);
            }
        }
    }
}
