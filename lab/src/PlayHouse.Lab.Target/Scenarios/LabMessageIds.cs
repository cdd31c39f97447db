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
}
