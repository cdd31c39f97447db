using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Sessions;
using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.Stages;

/// <summary>
/// One authentication, from the actor's construction to its membership. Runs outside the stage until the join, so that a slow
/// check keeps no other session waiting. Until the actor accepts, its own callbacks are all that a stranger can make run: no
/// stage is made for one that is refused.
/// </summary>
internal sealed class Authentication(EngineContext engine, Session session, ReceivedPacket packet)
{
    /// <summary>A stage may end before the actor's turn comes; the next one of its id is asked for once.</summary>
    private const int JoinsMax = 2;

    /// <summary>What the client is told; after <see cref="ErrorCodes.Success"/> the reply is already sent.</summary>
    public async Task<AuthenticationOutcome> RunAsync()
    {
        StageRegistration type = engine.Stages.Find(packet.StageId)?.Registration ?? engine.Options.DefaultStage;
        ActorLink link = engine.Strategies.CreateActorLink(engine);
        link.Introduce(session);
        AuthenticationOutcome outcome;
        try
        {
            outcome = await AuthenticateAsync(type, link);
        }
        catch (Exception exception)
        {
            Report(exception);
            outcome = ErrorCodes.UncheckedContentsError;
        }

        if (outcome.ErrorCode != ErrorCodes.Success)
        {
            await DiscardAsync(link);
        }

        return outcome;
    }

    private async Task<AuthenticationOutcome> AuthenticateAsync(StageRegistration type, ActorLink link)
    {
        IActor actor = type.CreateActor(link);
        link.Actor = actor;
        await actor.OnCreate();
        AuthenticationResult result = await actor.OnAuthenticate(packet);
        ReplyFrame.CheckPayload(result.Payload.Length);
        if (!result.IsAccepted)
        {
            return new(result.ErrorCode, result.Payload);
        }

        if (link.AccountId.Length == 0)
        {
            return ErrorCodes.InvalidAccountId;
        }

        link.FixAccountId();
        await actor.OnPostAuthenticate();
        return await JoinAsync(type, link, result.Payload);
    }

    private async Task<AuthenticationOutcome> JoinAsync(StageRegistration type, ActorLink link, ReadOnlyMemory<byte> reply)
    {
        for (int joins = 1; ; joins++)
        {
            (Stage? stage, _) = await engine.Stages.VisitAsync(packet.StageId, type, packet, type.CreatedByClients);
            if (stage is null)
            {
                return type.CreatedByClients ? ErrorCodes.StageCreationFailed : ErrorCodes.StageNotFound;
            }

            try
            {
                // The actor was made for the type that the id had when the authentication began.
                if (stage.Registration != type || !(await stage.Created).IsAccepted)
                {
                    return ErrorCodes.StageCreationFailed;
                }

                JoinAction join = new(stage, link, session, packet, reply);
                stage.PostAction(join);
                AuthenticationOutcome outcome = await join.Completion;
                if (outcome.ErrorCode != ErrorCodes.StageNotFound || session.IsClosed || joins == JoinsMax)
                {
                    return outcome;
                }
            }
            finally
            {
                engine.Stages.EndVisit(stage);
            }
        }
    }

    private async Task DiscardAsync(ActorLink link)
    {
        try
        {
            await link.DiscardActorAsync();
        }
        catch (Exception exception)
        {
            Report(exception);
        }
    }

    private void Report(Exception exception)
    {
        engine.Counters.Count(EngineCounter.HandlerFailures);
        engine.ReportHandlerFailure(exception);
    }
}
