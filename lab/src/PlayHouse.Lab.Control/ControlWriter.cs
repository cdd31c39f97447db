using System.Text;

namespace PlayHouse.Lab.Control;

/// <summary>Writes whole control lines to a stream; any thread, one line at a time.</summary>
internal sealed class ControlWriter(Stream stream) : IControlOutput
{
    private readonly Lock _gate = new();

    public void Progress(string text) => Write(0, ControlTypes.Progress, new ProgressBody(text));

    /// <summary>Writes one line. A parent that has gone away is not an error here: the end of stdin tells it.</summary>
    public void Write(long id, string type, object? body)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(ControlCodec.Write(id, type, body) + "\n");
        lock (_gate)
        {
            try
            {
                stream.Write(bytes);
                stream.Flush();
            }
            catch (IOException)
            {
            }
        }
    }
}
