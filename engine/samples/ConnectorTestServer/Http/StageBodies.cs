namespace PlayHouse.Samples.ConnectorTestServer.Http;

/// <summary>Body of the requests for a stage.</summary>
/// <param name="StageType">Registered type.</param>
/// <param name="StageId">0 to 65,535.</param>
internal sealed record StageRequest(string? StageType, long? StageId);

/// <summary>Answer to a request to create.</summary>
internal sealed record CreatedStage(bool Success, long StageId, string ReplyPayloadId);

/// <summary>Answer to a request to get or create.</summary>
internal sealed record FoundStage(bool Success, bool IsCreated, long StageId, string ReplyPayloadId);
