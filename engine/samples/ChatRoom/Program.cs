using System.CommandLine;
using System.Net;
using PlayHouse.Samples;
using PlayHouse.Samples.ChatRoom.Client;
using PlayHouse.Samples.ChatRoom.Server;

Option<int> port = new("--port") { Description = "TCP port.", DefaultValueFactory = _ => 34010 };
Option<long> room = new("--room") { Description = "Number of the room.", DefaultValueFactory = _ => 1 };
Option<string> name = new("--name") { Description = "Your nickname.", DefaultValueFactory = _ => Environment.UserName };

Command server = new("server", "Runs the server until Ctrl-C.") { port };
server.SetAction((parsed, cancellation) => SampleHost.RunAsync<ChatStage, ChatActor>(ChatStage.TypeName, parsed.GetValue(port), cancellation));

Command client = new("client", "Enters a room. Lines are sent to the room; /who, /w, /team, /t and /quit are commands.") { port, room, name };
client.SetAction((parsed, _) => new ChatClient(Console.In, Console.Out)
    .RunAsync(new IPEndPoint(IPAddress.Loopback, parsed.GetValue(port)), parsed.GetValue(room), parsed.GetValue(name)!));

RootCommand root = new("A chat room on the PlayHouse engine.") { server, client };
return await root.Parse(args).InvokeAsync();
