namespace PlayHouse.Lab.Notebooks.Running;

/// <summary>What a cell may still put out. What is beyond is counted and said, never kept. One thread at a time.</summary>
internal sealed class OutputBudget
{
    private long _left = OutputWriter.CharactersMax;
    private long _dropped;

    /// <summary>The sentence at the end of what was cut; null when nothing was.</summary>
    public string? Note => _dropped > 0 ? $"… {_dropped:N0} characters more were put out; a cell keeps {OutputWriter.CharactersMax:N0}.\n" : null;

    /// <summary>As much of a text as there is room for; a pair of surrogates stays together.</summary>
    public string Take(string text)
    {
        int length = (int)Math.Min(text.Length, _left);
        if (length > 0 && length < text.Length && char.IsHighSurrogate(text[length - 1]))
        {
            length--;
        }

        _left = length < text.Length ? 0 : _left - length;
        _dropped += text.Length - length;
        return length == text.Length ? text : text[..length];
    }

    /// <summary>True when there is room for the whole of something that cannot be cut.</summary>
    public bool TakeWhole(int length)
    {
        bool fits = length <= _left;
        _left -= fits ? length : 0;
        _dropped += fits ? 0 : length;
        return fits;
    }
}
