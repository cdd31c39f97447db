namespace PlayHouse.Multiplexer.Writing;

/// <summary>How many sends, of how many bytes, are under way. Any thread.</summary>
internal sealed class SendAdmission(MultiplexerLimits limits)
{
    private readonly Lock _lock = new();
    private int _sends;
    private long _bytes;

    /// <summary>Takes a place, or says no. The first send is always admitted.</summary>
    public bool TryEnter(int bytes)
    {
        lock (_lock)
        {
            if (_sends > 0 && (_sends >= limits.SendsMax || _bytes + bytes > limits.SendBytesMax))
            {
                return false;
            }

            _sends++;
            _bytes += bytes;
            return true;
        }
    }

    public void Leave(int bytes)
    {
        lock (_lock)
        {
            _sends--;
            _bytes -= bytes;
        }
    }
}
