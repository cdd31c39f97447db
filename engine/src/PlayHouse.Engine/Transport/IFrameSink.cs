using PlayHouse.Engine.Diagnostics.Hops;

namespace PlayHouse.Engine.Transport;

/// <summary>
/// What a connection receives and sends for: the session, of which the transport knows no more. Called once per receive or write, not per
/// message; each member says on which thread.
/// </summary>
internal interface IFrameSink
{
    /// <summary>Stamps of the session's messages; null when nothing is recorded. Constant.</summary>
    HopTrack? Hops { get; }

    /// <summary>Hands over what has been received. By the holder of the reader's role.</summary>
    ReadProgress ConsumeFrames();

    /// <summary>The holder of the reader's role gives it up: nothing is received again.</summary>
    void EndReceive();

    /// <summary>The send queue has room again. By the sender, any thread.</summary>
    void OnSendRoom();

    /// <summary>The last byte has left of a session that was to end with it. By the sender, any thread.</summary>
    void CloseDrained();

    /// <summary>Receiver or sender may have ended. Any thread.</summary>
    void TryRetire();

    /// <summary>Closes the session; the first reason counts. Any thread.</summary>
    void Close(CloseReason reason);

    /// <summary>Counts a defect and gives up the session. Any thread.</summary>
    void ReportFault(Exception exception);
}
