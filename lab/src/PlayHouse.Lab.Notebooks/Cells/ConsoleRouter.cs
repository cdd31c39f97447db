using System.Text;

namespace PlayHouse.Lab.Notebooks.Cells;

/// <summary>
/// Sends what code writes to the console to the cell that it belongs to, also from tasks the cell has started; everything else goes where
/// it went before. Installed once in a process. Any thread.
/// </summary>
internal sealed class ConsoleRouter : TextWriter
{
    private static readonly AsyncLocal<ICellOutput?> Current = new();
    private static readonly Lock Gate = new();
    private static bool _isInstalled;
    private readonly TextWriter _otherwise;
    private readonly bool _isError;

    private ConsoleRouter(TextWriter otherwise, bool isError) => (_otherwise, _isError) = (otherwise, isError);

    /// <inheritdoc/>
    public override Encoding Encoding => Encoding.UTF8;

    /// <summary>The cell that the calling code belongs to; null outside of cells.</summary>
    public static ICellOutput? Cell
    {
        get => Current.Value;
        set => Current.Value = value;
    }

    public static void Install()
    {
        lock (Gate)
        {
            if (!_isInstalled)
            {
                Console.SetOut(new ConsoleRouter(Console.Out, isError: false));
                Console.SetError(new ConsoleRouter(Console.Error, isError: true));
                _isInstalled = true;
            }
        }
    }

    /// <inheritdoc/>
    public override void Write(char value) => Write(value.ToString());

    /// <inheritdoc/>
    public override void Write(char[] buffer, int index, int count) => Write(new string(buffer, index, count));

    /// <inheritdoc/>
    public override void Write(ReadOnlySpan<char> buffer) => Write(new string(buffer));

    /// <inheritdoc/>
    public override void WriteLine(string? value) => Write(value + CoreNewLineText);

    /// <inheritdoc/>
    public override void Write(string? value)
    {
        if (string.IsNullOrEmpty(value))
        {
            return;
        }

        if (Current.Value is { } cell)
        {
            cell.Write(_isError, value);
        }
        else
        {
            _otherwise.Write(value);
        }
    }

    /// <inheritdoc/>
    public override void Flush() => _otherwise.Flush();

    private const string CoreNewLineText = "\n";
}
