namespace PlayHouse.Engine;

/// <summary>How far a server's life has come. It only goes forward.</summary>
public enum ServerPhase
{
    /// <summary>Constructed; nothing runs.</summary>
    Created,

    /// <summary>Takes connections and messages.</summary>
    Running,

    /// <summary>Cordoned or stopping: no stage is made from here on, what runs is finished. Set before anything closes.</summary>
    Draining,

    /// <summary>Everything has ended or was abandoned.</summary>
    Stopped,
}
