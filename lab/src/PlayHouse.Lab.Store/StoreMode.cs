namespace PlayHouse.Lab.Store;

/// <summary>What a process may do with a store.</summary>
public enum StoreMode
{
    /// <summary>Reads only: never creates, never migrates.</summary>
    Read,

    /// <summary>Reads and writes; creates the file and migrates it when needed.</summary>
    Write,
}
