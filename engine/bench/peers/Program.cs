using System.Globalization;
using PlayHouse.Engine.Peers;
using PlayHouse.Engine.Peers.LoadBench;
using PlayHouse.Engine.Peers.Mesh;
using PlayHouse.Engine.Peers.Servers;

return args switch
{
    ["serve", string id] when PeerCatalog.Find(id) is { Create: not null } kind => await ServeMode.RunAsync(kind),
    ["mesh-receive", string id, string bytes] when MeshCatalog.Find(id) is { } kind => await MeshMode.ReceiveAsync(kind, int.Parse(bytes, CultureInfo.InvariantCulture)),
    ["mesh-send", string id, string bytes] when MeshCatalog.Find(id) is { } kind => await MeshMode.SendAsync(kind, int.Parse(bytes, CultureInfo.InvariantCulture)),
    ["load", .. string[] rest] => await LoadBenchCommand.RunAsync(rest),
    _ => await BenchCommand.RunAsync(args),
};
