using PlayHouse.Engine.Protocol;

namespace PlayHouse.Engine.Sessions;

/// <summary>A run of whole frames at the start of received bytes, perhaps with a heartbeat behind them. Mutable: a local.</summary>
internal struct FrameRun
{
    /// <summary>Bytes of the frames for the stage.</summary>
    public int Length;

    /// <summary>Frames for the stage.</summary>
    public int Frames;

    /// <summary>Bytes of the heartbeat behind them; 0 without one.</summary>
    public int HeartbeatBytes;

    /// <summary>What stands at the end of the run.</summary>
    public FrameStatus Status;

    public readonly bool HasHeartbeat => HeartbeatBytes > 0;

    public readonly int Messages => Frames + (HeartbeatBytes > 0 ? 1 : 0);

    public readonly int TotalBytes => Length + HeartbeatBytes;
}
