using System.CommandLine;
using System.Net;
using PlayHouse.Samples;
using PlayHouse.Samples.TickArena.Client;
using PlayHouse.Samples.TickArena.Server;

Option<int> port = new("--port") { Description = "TCP port.", DefaultValueFactory = _ => 34020 };
Option<long> arena = new("--arena") { Description = "Number of the arena.", DefaultValueFactory = _ => 1 };
Option<string> name = new("--name") { Description = "Your name.", DefaultValueFactory = _ => Environment.UserName };
Option<int?> bot = new("--bot") { Description = "Walk about for this many seconds instead of being steered; prints the last picture." };

Command server = new("server", "Runs the server until Ctrl-C.") { port };
server.SetAction((parsed, cancellation) => SampleHost.RunAsync<ArenaStage, ArenaActor>(ArenaStage.TypeName, parsed.GetValue(port), cancellation));

Command client = new("client", "Enters an arena. Arrow keys or WASD steer, Q leaves.") { port, arena, name, bot };
client.SetAction((parsed, cancellation) => new ArenaClient().RunAsync(
    new IPEndPoint(IPAddress.Loopback, parsed.GetValue(port)), parsed.GetValue(arena), parsed.GetValue(name)!, parsed.GetValue(bot), cancellation));

RootCommand root = new("An arena at 20 steps per second on the PlayHouse engine.") { server, client };
return await root.Parse(args).InvokeAsync();
