namespace PlayHouse.Lab.Runner.Execute;

/// <summary>
/// Disturbance that a run's pilots met, before its first block: what is usual on this machine. An arm cannot influence it, and a
/// block is repeated only for more than that.
/// </summary>
/// <param name="PressureByOthers">Largest CPU pressure in a second that others may have caused, 0 … 1; null where it is not known.</param>
/// <param name="Steal">Largest share of processor time in a second that the hypervisor took, 0 … 1; null where it is not known.</param>
internal readonly record struct UsualNoise(double? PressureByOthers, double? Steal);
