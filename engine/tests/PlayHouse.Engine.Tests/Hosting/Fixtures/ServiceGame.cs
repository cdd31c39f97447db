namespace PlayHouse.Engine.Hosting.Tests.Fixtures;

/// <summary>A stage with a scoped service and a link.</summary>
internal sealed class ServiceStage(ApiLog log, IStageLink link, RequestScope scope) : IStage
{
    public ValueTask<JoinResult> OnJoinStage(IActor actor) => ValueTask.FromResult<JoinResult>(link.StageId >= 0);

    public async ValueTask OnDispatch(IActor actor, IPacket packet)
    {
        ServiceActor sender = (ServiceActor)actor;
        switch (packet.MsgId)
        {
            case "StageScope":
                sender.Link.Reply("Scope", BitConverter.GetBytes(scope.Number));
                break;
            case "ActorScope":
                sender.Link.Reply("Scope", BitConverter.GetBytes(sender.Scope.Number));
                break;
            case "Hold":
                await log.HoldAsync();
                sender.Link.Reply("Held", default);
                break;
            default:
                sender.Link.Reply("Left", default);
                await sender.Link.LeaveStageAsync();
                break;
        }
    }
}

internal sealed class ServiceActor(RequestScope scope, IActorLink link) : IActor
{
    public IActorLink Link => link;

    public RequestScope Scope => scope;

    public ValueTask<AuthenticationResult> OnAuthenticate(IPacket packet)
    {
        link.AccountId = System.Text.Encoding.UTF8.GetString(packet.Payload.Span);
        return ValueTask.FromResult(link.AccountId == "bad" ? AuthenticationResult.Reject() : AuthenticationResult.Accept());
    }
}
