using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Runner.Tests.Validate;

/// <summary>The experiments that come with the lab.</summary>
public sealed class ShippedExperimentTests
{
    private static readonly LabWorkspace Shipped = new(Repository.Root);

    public static TheoryData<string> Folders => [.. Directory.EnumerateDirectories(Shipped.Experiments).Select(d => Path.GetFileName(d)).Where(n => char.IsAsciiDigit(n[0]))];

    [Theory]
    [MemberData(nameof(Folders))]
    public void Folder_IsAnExperimentOfItsNameThatCanBePlanned(string folder)
    {
        RunPlan plan = RunPreparation.Prepare(Shipped, folder, new RunOptions());

        Assert.Equal(folder, plan.Experiment.Id);
        Assert.NotEmpty(plan.ToggledSeams);
        Assert.True(File.Exists(Path.Combine(Shipped.Experiments, folder, "README.md")));
    }

    [Theory]
    [InlineData("002-mailbox-channel-vs-buffer-block-per-message")]
    [InlineData("experiments/002-mailbox-channel-vs-buffer-block-per-message")]
    public void Variant_IsFoundByTheIdThatItsRunsCarry(string path) =>
        Assert.Equal("002-mailbox-channel-vs-buffer-block-per-message", RunPreparation.Prepare(Shipped, path, new RunOptions()).Experiment.Id);

    [Fact]
    public void Unknown_IsRefusedWithWhatThereIs()
    {
        LabInputException refused = Assert.Throws<LabInputException>(() => RunPreparation.Prepare(Shipped, "999-absent", new RunOptions()));

        Assert.Contains("experiments/001-reply-codec", refused.Errors[0], StringComparison.Ordinal);
    }
}
