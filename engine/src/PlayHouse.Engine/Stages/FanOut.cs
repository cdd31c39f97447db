using Google.Protobuf;

namespace PlayHouse.Engine.Stages;

/// <summary>
/// One push to many clients. The first connected recipient makes the whole frame be built, once: nothing in a push names its
/// receiver. Lives during one call on the stage; must be released.
/// </summary>
internal ref struct FanOut
{
    private readonly IMessage? _message;
    private readonly string? _msgId;
    private readonly ReadOnlySpan<byte> _payload;
    private readonly IActor? _except;
    private BuiltFrame _frame;

    /// <summary>A protobuf message under its type's name.</summary>
    public FanOut(IMessage message, IActor? except)
    {
        _message = message;
        _except = except;
    }

    public FanOut(string msgId, ReadOnlySpan<byte> payload, IActor? except)
    {
        _msgId = msgId;
        _payload = payload;
        _except = except;
    }

    public int Recipients { get; private set; }

    /// <summary>Sends to the actor's client, unless it is excepted or has none.</summary>
    /// <exception cref="ArgumentException">
    /// The id has more than 255 UTF-8 bytes, or the frame would exceed the size clients accept.
    /// </exception>
    public void Offer(ActorLink link)
    {
        if (!link.IsConnected || ReferenceEquals(link.Actor, _except))
        {
            return;
        }

        if (_frame.Buffer is null)
        {
            _frame = _message is null ? link.Build(_msgId!, _payload) : link.Build(_message);
        }

        if (link.TryPush(_frame, isFirst: Recipients == 0))
        {
            Recipients++;
        }
    }

    public readonly void Release() => _frame.Buffer?.Release();
}
