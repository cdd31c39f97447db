namespace PlayHouse.Lab.Model.Analysis;

/// <summary>How much of an arm is allocated under the strategies of one seam: the most that exchanging them can save.</summary>
/// <param name="Role">The seam, or a role of the workspace.</param>
/// <param name="BytesPerMessage">Bytes per message under its methods, counted once.</param>
/// <param name="Low">Lower 95 % limit.</param>
/// <param name="High">Upper 95 % limit.</param>
/// <param name="Share">Share of all allocated bytes, 0 … 1.</param>
/// <param name="ShareLow">Lower 95 % limit of the share.</param>
/// <param name="ShareHigh">Upper 95 % limit of the share: what a switch can save at most.</param>
/// <param name="Samples">Samples under its methods.</param>
public sealed record SeamCoverage(
    string Role, double BytesPerMessage, double Low, double High, double Share, double ShareLow, double ShareHigh, int Samples);
