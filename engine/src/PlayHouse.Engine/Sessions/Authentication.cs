using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Hosting;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Stages;

namespace PlayHouse.Engine.Sessions;

/// <summary>
/// One authentication, from the stage's creation to the actor's membership. Runs outside the stage until the join, so
/// that a slow check keeps no other session waiting.
/// </summary>
internal sealed class Authentication(EngineContext engine, Session session, StagePacket packet)
{
    /// <summary>The error code for the client; after <see cref="ErrorCodes.Success"/> the reply is already sent.</summary>
    public async Task<ushort> RunAsync()
    {
        StageRegistration registration = engine.Options.DefaultStage;
        Stage? stage = engine.Stages.FindOrCreate(packet.StageId, registration, packet);
        if (stage is null)
        {
            return ErrorCodes.StageCreationFailed;
        }

        try
        {
            return (await stage.Created).IsAccepted ? await AuthenticateAsync(stage) : ErrorCodes.StageCreationFailed;
        }
        finally
        {
            engine.Stages.EndVisit(stage);
        }
    }

    private async Task<ushort> AuthenticateAsync(Stage stage)
    {
        ActorLink link = engine.Strategies.CreateActorLink(engine, stage);
        link.Introduce(session);
        try
        {
            IActor actor = stage.Registration.CreateActor(link);
            link.Actor = actor;
            await actor.OnCreate();
            AuthenticationResult result = await actor.OnAuthenticate(packet);
            ushort errorCode = !result.IsAccepted ? ErrorCodes.AuthenticationFailed
                : link.AccountId.Length == 0 ? ErrorCodes.InvalidAccountId
                : ErrorCodes.Success;
            if (result.Payload.Length > ReplyFrame.PayloadBytesMax)
            {
                throw new InvalidOperationException($"The reply of an authentication has {result.Payload.Length} bytes; clients accept {ReplyFrame.PayloadBytesMax}.");
            }

            if (errorCode == ErrorCodes.Success)
            {
                link.FixAccountId();
                await actor.OnPostAuthenticate();
                JoinAction join = new(stage, link, session, packet, result.Payload);
                stage.PostAction(join);
                return await join.Completion;
            }

            await DestroyAsync(link);
            return errorCode;
        }
        catch (Exception exception)
        {
            engine.Counters.Count(EngineCounter.HandlerFailures);
            engine.ReportHandlerFailure(exception);
            await DestroyAsync(link);
            return ErrorCodes.UncheckedContentsError;
        }
    }

    private async Task DestroyAsync(ActorLink link)
    {
        try
        {
            await link.DestroyActorAsync();
        }
        catch (Exception exception)
        {
            engine.Counters.Count(EngineCounter.HandlerFailures);
            engine.ReportHandlerFailure(exception);
        }
    }
}
