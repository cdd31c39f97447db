using PlayHouse.Lab.Reporting;

namespace PlayHouse.Lab.Cli;

/// <summary>Where output goes: results to <see cref="Out"/>, everything else to <see cref="Error"/>.</summary>
internal sealed class CliConsole
{
    private const int RedrawnWidth = 60;
    private const int WidthMin = 40;
    private const int WidthMax = 160;

    /// <summary>Results.</summary>
    public required TextWriter Out { get; init; }

    /// <summary>Progress, notices and errors.</summary>
    public required TextWriter Error { get; init; }

    /// <summary>True when <see cref="Error"/> is a terminal that can redraw lines.</summary>
    public bool IsLive { get; init; }

    /// <summary>True when colours may be used: a terminal and no NO_COLOR.</summary>
    public bool HasColour { get; init; }

    /// <summary>Columns of a line.</summary>
    public int Width { get; init; } = PlainText.DefaultWidth;

    /// <summary>The console of this process.</summary>
    public static CliConsole OfProcess()
    {
        bool isDumb = Environment.GetEnvironmentVariable("TERM") is null or "" or "dumb";
        bool isLive = !Console.IsErrorRedirected && !isDumb;
        return new CliConsole
        {
            Out = Console.Out,
            Error = Console.Error,
            IsLive = isLive,
            HasColour = isLive && string.IsNullOrEmpty(Environment.GetEnvironmentVariable("NO_COLOR")),
            Width = WidthOfTerminal(),
        };
    }

    /// <summary>Writes a whole result.</summary>
    public void Result(string text)
    {
        Out.Write(text);
        Out.Flush();
    }

    /// <summary>Writes a notice line.</summary>
    public void Notice(string line)
    {
        Error.WriteLine(line);
        Error.Flush();
    }

    /// <summary>Writes a line over the one before it; only where <see cref="IsLive"/>. Empty removes it.</summary>
    public void Redraw(string line)
    {
        int columns = Math.Min(Width - 1, RedrawnWidth);
        Error.Write('\r' + PlainText.PadEnd(PlainText.CutEnd(line, columns), columns) + (line.Length == 0 ? "\r" : ""));
        Error.Flush();
    }

    /// <summary>Writes a sentence for people in lines that fit.</summary>
    public void Say(string sentence)
    {
        foreach (string line in PlainText.Wrap(sentence, Width))
        {
            Notice(line);
        }
    }

    private static int WidthOfTerminal()
    {
        if (Console.IsOutputRedirected)
        {
            return PlainText.DefaultWidth;
        }

        try
        {
            return Console.WindowWidth <= 0 ? PlainText.DefaultWidth : Math.Clamp(Console.WindowWidth, WidthMin, WidthMax);
        }
        catch (IOException)
        {
            return PlainText.DefaultWidth;
        }
    }
}
