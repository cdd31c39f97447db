namespace PlayHouse.Lab.Runner.Execute;

/// <summary>
/// One run measures on a machine at a time: two would take half the processors from each other and store a rate that is
/// half of what the machine holds. The lock is a file lock and ends with its process, however that ends.
/// </summary>
internal sealed class MachineLock : IDisposable
{
    private readonly FileStream _file;

    private MachineLock(FileStream file) => _file = file;

    /// <summary>Takes the lock. Throws <see cref="LabInputException"/> when another run holds it.</summary>
    public static MachineLock Take()
    {
        string path = Path.Combine(Path.GetTempPath(), $"playhouse-lab-{Environment.UserName}.lock");
        try
        {
            return new MachineLock(new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None));
        }
        catch (IOException)
        {
            throw new LabInputException(["Another run is measuring on this machine; two at once would measure each other. Wait for it, or stop it with 'plab cancel'. 'plab list' shows the runs of this workspace."]);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _file.Dispose();
}
