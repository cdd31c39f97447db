using PlayHouse.Engine.Strategies;
using PlayHouse.Lab.Model.Plans;

namespace PlayHouse.Lab.Runner.Matrix;

/// <summary>A strategy with the arm that runs it.</summary>
internal sealed record MatrixCell(SeamDescriptor Seam, StrategyDescriptor Strategy, ResolvedArm Arm);

/// <summary>Strategies that one scenario executes with the same other seams set: they share one default and its twin.</summary>
internal sealed record MatrixGroup(string Scenario, IReadOnlyDictionary<string, string> Beside, ResolvedArm Default, IReadOnlyList<MatrixCell> Cells);
