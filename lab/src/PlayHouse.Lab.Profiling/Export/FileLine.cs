using System.Globalization;

namespace PlayHouse.Lab.Profiling.Export;

/// <summary>File and line of a source such as <c>Codec.cs:12</c>, or <c>Codec.cs:~12</c> where the line is the likeliest of several.</summary>
internal readonly record struct FileLine(string File, int Line)
{
    /// <summary>Splits a source; line 0 where there is none.</summary>
    public static FileLine? Of(string? source)
    {
        if (source is null)
            return null;
        int colon = source.LastIndexOf(':');
        return colon > 0 && int.TryParse(source.AsSpan(colon + 1).TrimStart('~'), NumberStyles.None, CultureInfo.InvariantCulture, out int line)
            ? new FileLine(source[..colon], line)
            : new FileLine(source, 0);
    }
}
