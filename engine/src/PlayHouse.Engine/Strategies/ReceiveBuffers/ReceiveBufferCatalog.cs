namespace PlayHouse.Engine.Strategies.ReceiveBuffers;

/// <summary>Descriptors of the receive-buffer seam.</summary>
internal static class ReceiveBufferCatalog
{
    public const string SeamId = "receive-buffer";

    public const string InitialBytes = "initialBytes";

    public const string MaxBytes = "maxBytes";

    public static KnobDescriptor MaxKnob => new(
        MaxBytes, "bytes", 1024, 1 << 24, 65_536, "Bytes between the two tasks of a connection at most; a full buffer stops receiving.");

    public static KnobDescriptor[] ArrayKnobs =>
        [new(InitialBytes, "bytes", 256, 1 << 20, 8_192, "First size of the array; the bound where that is lower."), MaxKnob];

    /// <summary>The first size of a chosen array buffer, never above its bound.</summary>
    public static int InitialBytesOf(StrategyChoice choice) =>
        Math.Min((int)choice.Knob(Seam.Find(choice.Id)!, InitialBytes), MaxBytesOf(choice));

    public static int MaxBytesOf(StrategyChoice choice) => (int)choice.Knob(Seam.Find(choice.Id)!, MaxBytes);

    public static SeamDescriptor Seam => new(
        SeamId,
        "Between the receive task and the parse task of session three-task.",
        "What should bytes wait in between two tasks, and does renting the array pay?",
        [LinearByteStore.Descriptor, CircularArrayByteStore.Descriptor, CircularPooledByteStore.Descriptor, PipeReceiveQueue.Descriptor]);
}
