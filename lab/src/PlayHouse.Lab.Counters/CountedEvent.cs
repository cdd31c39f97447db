namespace PlayHouse.Lab.Counters;

/// <summary>What a <see cref="ProcessCounter"/> counts.</summary>
public enum CountedEvent
{
    /// <summary>Instructions retired in user mode; needs a processor, and a host, that lets them be counted.</summary>
    UserInstructions,

    /// <summary>Page faults taken in user mode; counted by the kernel on every machine.</summary>
    PageFaults,

    /// <summary>Nanoseconds for which threads ran; counted by the kernel on every machine.</summary>
    ProcessorNanoseconds,
}
