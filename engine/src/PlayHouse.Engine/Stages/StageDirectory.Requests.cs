using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.Stages;

/// <summary>Stages that a caller asked for by name, not those of a client's authentication. They wait for their first actor.</summary>
internal sealed partial class StageDirectory
{
    /// <summary>The stage with this id; null when there is none, and when it ends.</summary>
    public Stage? Find(long stageId) => _stages.TryGetValue(stageId, out Stage? stage) && !stage.HasEnded ? stage : null;

    /// <summary>Creates a stage; one that exists already is an error.</summary>
    public Task<StageCreation> CreateAsync(string stageType, long stageId, string msgId, ReadOnlyMemory<byte> payload) =>
        AskForAsync(stageType, stageId, msgId, payload, mayExist: false);

    /// <summary>Creates a stage unless it exists. Of several that ask at once one creates it and the others wait for that.</summary>
    public Task<StageCreation> GetOrCreateAsync(string stageType, long stageId, string msgId, ReadOnlyMemory<byte> payload) =>
        AskForAsync(stageType, stageId, msgId, payload, mayExist: true);

    private static StageCreation Failed(ushort errorCode) => new(errorCode, false, "", default);

    private async Task<StageCreation> AskForAsync(string stageType, long stageId, string msgId, ReadOnlyMemory<byte> payload, bool mayExist)
    {
        StageRegistration? registration = engine.Options.Stages.FirstOrDefault(s => s.StageType == stageType);
        if (registration is null)
        {
            return Failed(ErrorCodes.InvalidStageType);
        }

        ReceivedPacket packet = new();
        byte[] bytes = payload.ToArray();
        packet.Set(msgId, 0, stageId, bytes, 0, bytes.Length);
        (Stage? stage, bool isNew) = await VisitAsync(stageId, registration, packet);
        if (stage is null)
        {
            return Failed(ErrorCodes.StageCreationFailed);
        }

        bool isKept = false;
        try
        {
            if (!isNew && !mayExist)
            {
                return Failed(ErrorCodes.StageAlreadyExists);
            }

            if (stage.StageType != stageType)
            {
                return Failed(ErrorCodes.InvalidStageType);
            }

            CreationResult result = await stage.Created;
            isKept = result.IsAccepted;
            return isKept
                ? new StageCreation(ErrorCodes.Success, isNew, result.MsgId, result.Payload)
                : Failed(ErrorCodes.StageCreationFailed);
        }
        finally
        {
            if (isKept)
            {
                Keep(stage);
            }
            else
            {
                EndVisit(stage);
            }
        }
    }

    /// <summary>Ends a visit of a caller who wants the stage to stay although no actor has joined it yet.</summary>
    private void Keep(Stage stage)
    {
        lock (_gate)
        {
            stage.IsKept = true;
        }

        EndVisit(stage);
    }
}
