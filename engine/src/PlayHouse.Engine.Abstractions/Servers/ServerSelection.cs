namespace PlayHouse.Engine;

/// <summary>How one of the servers of a service is chosen.</summary>
public enum ServerSelection
{
    /// <summary>One after the other, in the order of their ids.</summary>
    RoundRobin,

    /// <summary>In proportion to the weights that discovery reports; the sequence is smooth, not random.</summary>
    Weighted,
}
