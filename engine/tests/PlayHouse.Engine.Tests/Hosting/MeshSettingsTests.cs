using PlayHouse.Engine.Mesh;

namespace PlayHouse.Engine.Hosting.Tests;

/// <summary>Keys of servers by configuration.</summary>
public sealed class MeshSettingsTests
{
    private const string Elsewhere = "tcp://10.0.0.1:7000";
    private readonly MeshKeyPair _keys = MeshKeyPair.Create();

    [Fact]
    public void Build_KeyOrFileOrNone_IsTheSecurity()
    {
        string file = Path.GetTempFileName();
        try
        {
            File.WriteAllText(file, _keys.SecretKey + "\n");
            string servers = $"b=10.0.0.2:7000;key={MeshKeyPair.Create().PublicKey}";

            MeshOptions? byKey = new MeshSettings { BindAddress = Elsewhere, Servers = servers, SecretKey = _keys.SecretKey }.Build([]);
            MeshOptions? byFile = new MeshSettings { BindAddress = Elsewhere, Servers = servers, SecretKeyFile = file }.Build([]);
            MeshOptions? none = new MeshSettings { BindAddress = Elsewhere, Security = "None" }.Build([]);

            Assert.Equal(_keys.PublicKey, byKey?.Security?.PublicKey);
            Assert.Equal(_keys.PublicKey, byFile?.Security?.PublicKey);
            Assert.Same(MeshSecurity.None, none?.Security);
            Assert.Empty((byKey! with { ServerId = "a" }).Validate());
        }
        finally
        {
            File.Delete(file);
        }
    }

    [Fact]
    public void Build_NamesOfServers_AreTheDirectory()
    {
        List<string> errors = [];

        MeshOptions? named = new MeshSettings { BindAddress = Elsewhere, Dns = "play=play.game.svc:7000", Security = "none" }.Build(errors);
        Assert.Null(new MeshSettings { BindAddress = Elsewhere, Dns = "play=play.game.svc", Security = "none" }.Build(errors));
        Assert.Null(new MeshSettings { BindAddress = Elsewhere, Dns = "play=h:1", SecretKey = _keys.SecretKey }.Build(errors));
        Assert.Null(new MeshSettings { BindAddress = Elsewhere, Dns = "play=h:1", Servers = "a=h:1", Security = "none" }.Build(errors));

        Assert.IsType<DnsServerDirectory>(named?.Directory);
        Assert.Equal(3, errors.Count);
        Assert.StartsWith("Mesh:Dns: ", errors[0], StringComparison.Ordinal);
        Assert.Contains("it takes Security none", errors[1], StringComparison.Ordinal);
        Assert.Contains("it takes one", errors[2], StringComparison.Ordinal);
    }

    [Fact]
    public void Build_Wrong_SaysWhatAndShowsNoKey()
    {
        List<string> errors = [];

        Assert.Null(new MeshSettings { BindAddress = Elsewhere, Security = _keys.SecretKey }.Build(errors));
        Assert.Null(new MeshSettings { BindAddress = Elsewhere, Security = "none", SecretKey = _keys.SecretKey }.Build(errors));
        Assert.Null(new MeshSettings { BindAddress = Elsewhere, SecretKeyFile = "/nowhere/" + _keys.SecretKey }.Build(errors));

        Assert.Equal(3, errors.Count);
        Assert.Contains("Mesh:Security takes none", errors[0], StringComparison.Ordinal);
        Assert.Contains("takes one", errors[1], StringComparison.Ordinal);
        Assert.Contains("no file that can be read", errors[2], StringComparison.Ordinal);
        Assert.DoesNotContain(_keys.SecretKey, string.Concat(errors), StringComparison.Ordinal);
    }
}
