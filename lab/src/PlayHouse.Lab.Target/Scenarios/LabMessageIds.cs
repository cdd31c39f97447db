namespace PlayHouse.Lab.Target.Scenarios;

/// <summary>Message ids that the lab's stage answers; the load generator sends the requests.</summary>
internal static class LabMessageIds
{
    public const string Authenticate = "AuthenticateRequest";
    public const string EchoRequest = "EchoRequest";
    public const string EchoReply = "EchoReply";
    public const string ProtoEchoRequest = "LabEchoRequest";
    public const string SendRequest = "SendRequest";
    public const string SendReply = "SendReply";
    public const string BroadcastRequest = "BroadcastRequest";
    public const string BroadcastNotify = "BroadcastNotify";
    public const string RelayRequest = "RelayRequest";
    public const string RelayReply = "RelayReply";
    public const string RelaySend = "RelaySend";
    public const string RelayPush = "RelayPush";
    public const string ServerRequest = "ServerEchoRequest";
    public const string ServerReply = "ServerEchoReply";
    public const string ServerSend = "ServerSend";
    public const string ServerSendBack = "ServerSendBack";
}
