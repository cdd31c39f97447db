using PlayHouse.Dashboard.Tests.Fixtures;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Dashboard.Tests.Model;

/// <summary>The repository as a workspace, to read from.</summary>
internal static class FormFixture
{
    public static LabWorkspace Workspace => new(Repository.Root);
}
