using PlayHouse.Engine;
using PlayHouse.Engine.Hosting;

namespace PlayHouse.Samples.ConnectorTestServer.Http;

/// <summary>The HTTP side: health, stages made ahead of their clients, and the end.</summary>
internal static class StageEndpoints
{
    private const int StageIdMax = 65_535;

    public static void Map(WebApplication app)
    {
        app.MapGet("/api/health", (PlayServer server) =>
            server.Phase == ServerPhase.Running ? Results.Ok(new { status = "healthy" }) : Results.StatusCode(StatusCodes.Status503ServiceUnavailable));
        app.MapPost("/api/stages", CreateAsync);
        app.MapPost("/api/stages/get-or-create", GetOrCreateAsync);
        app.MapPost("/api/shutdown", (IHostApplicationLifetime lifetime) =>
        {
            lifetime.StopApplication();
            return Results.Ok(new { success = true });
        });
    }

    private static async Task<IResult> CreateAsync(StageRequest request, PlayServer server)
    {
        if (Check(request) is { } refusal)
        {
            return refusal;
        }

        StageCreation creation = await server.CreateStageAsync(request.StageType!, request.StageId!.Value, "CreateStageRequest");
        return Results.Ok(new CreatedStage(creation.IsSuccess, request.StageId.Value, creation.ReplyMsgId));
    }

    private static async Task<IResult> GetOrCreateAsync(StageRequest request, PlayServer server)
    {
        if (Check(request) is { } refusal)
        {
            return refusal;
        }

        StageCreation creation = await server.GetOrCreateStageAsync(request.StageType!, request.StageId!.Value, "CreateStageRequest");
        return Results.Ok(new FoundStage(creation.IsSuccess, creation.IsCreated, request.StageId.Value, creation.ReplyMsgId));
    }

    private static IResult? Check(StageRequest request)
    {
        string? error = string.IsNullOrEmpty(request.StageType) ? "stageType is missing."
            : request.StageId is null or < 0 or > StageIdMax ? $"stageId takes 0 to {StageIdMax}."
            : null;
        return error is null ? null : Results.BadRequest(new { success = false, error });
    }
}
