using System.Globalization;
using System.Net.Sockets;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>
/// One run measures on a machine at a time: two would take half the processors from each other and store a rate that is half
/// of what the machine holds. On Linux the lock is an abstract socket: one name for the whole machine, for each user and
/// wherever temporary files lie, gone with its process however that ends. (A container with a network of its own has names of
/// its own.) Elsewhere it is a file lock for each user.
/// </summary>
internal sealed class MachineLock : IDisposable
{
    /// <summary>Variable that names another lock: tests of one checkout must not wait for a run of another.</summary>
    public const string Variable = "PLAYHOUSE_LAB_LOCK";

    /// <summary>Name of the abstract socket.</summary>
    public static string Name { get; } = Environment.GetEnvironmentVariable(Variable) is { Length: > 0 } name ? name : "playhouse-lab-measure";

    private readonly IDisposable _held;

    private MachineLock(IDisposable held) => _held = held;

    /// <summary>Takes the lock. Throws <see cref="LabInputException"/> when another run holds it.</summary>
    /// <param name="name">Name of the lock.</param>
    public static MachineLock Take(string name) => OperatingSystem.IsLinux() ? TakeSocket(name) : TakeFile(name);

    /// <summary>Throws <see cref="LabInputException"/> when a run measures now.</summary>
    /// <param name="name">Name of the lock.</param>
    public static void RequireFree(string name)
    {
        using MachineLock taken = Take(name);
    }

    /// <inheritdoc/>
    public void Dispose() => _held.Dispose();

    private static MachineLock TakeSocket(string name)
    {
        var endPoint = new UnixDomainSocketEndPoint("\0" + name);
        var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            socket.Bind(endPoint);
            // Listening lets others ask the kernel who holds it; no connection is ever taken.
            socket.Listen();
            return new MachineLock(socket);
        }
        catch (SocketException e) when (e.SocketErrorCode == SocketError.AddressAlreadyInUse)
        {
            socket.Dispose();
            throw Held(LockHolder.Of(endPoint));
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    private static MachineLock TakeFile(string name)
    {
        string path = Path.Combine(Path.GetTempPath(), $"{name}-{Environment.UserName}.lock");
        try
        {
            return new MachineLock(new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None));
        }
        catch (IOException)
        {
            throw Held(null);
        }
        catch (UnauthorizedAccessException)
        {
            throw new LabInputException([$"The lock that keeps two runs apart cannot be opened ({path}). Give this user the right to write it, or remove the file."]);
        }
    }

    private static LabInputException Held(LockHolder? holder) => new([
        $"Another run is measuring on this machine{(holder is null ? "" : string.Create(CultureInfo.InvariantCulture, $": {holder.Words}"))}; two at once would measure each other. "
        + "Wait for it, or stop it with 'plab cancel' in its workspace. 'plab list' shows the runs of this workspace."]);
}
