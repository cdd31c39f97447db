namespace PlayHouse.Engine.Strategies.HeaderCodec;

/// <summary>What a received header turned out to be. Everything but <see cref="Ok"/> drops the message.</summary>
internal enum RouteHeaderStatus
{
    Ok,

    /// <summary>Cut off, or not protobuf at all.</summary>
    NotProtobuf,

    /// <summary>Holds a group, which the message never had.</summary>
    Group,

    MsgIdTooLong,
    MsgIdNotUtf8,
    ErrorCodeTooLarge,
}
