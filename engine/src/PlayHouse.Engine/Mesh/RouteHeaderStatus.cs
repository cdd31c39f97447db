namespace PlayHouse.Engine.Mesh;

/// <summary>What a received header turned out to be. Everything but <see cref="Ok"/> drops the message.</summary>
internal enum RouteHeaderStatus
{
    /// <summary>A header.</summary>
    Ok,

    /// <summary>Cut off, or not protobuf at all.</summary>
    NotProtobuf,

    /// <summary>Holds a group, which the message never had.</summary>
    Group,

    /// <summary>The message id has more bytes than an id may.</summary>
    MsgIdTooLong,

    /// <summary>The message id is not UTF-8.</summary>
    MsgIdNotUtf8,

    /// <summary>The error code does not fit the range of codes.</summary>
    ErrorCodeTooLarge,
}
