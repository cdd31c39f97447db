using Google.Protobuf;
using PlayHouse.Engine;
using PlayHouse.Samples.ChatRoom.Messages;

namespace PlayHouse.Samples.ChatRoom.Server;

/// <summary>A room: everybody in it gets every line, teams get their own, and newcomers get the last lines.</summary>
internal sealed class ChatStage(IStageLink link) : IStage
{
    private const int HistoryLines = 20;
    private const int TeamsMax = 16;
    private const ushort UnknownPerson = ErrorCodes.ApplicationFirst;
    private const ushort NoTeam = ErrorCodes.ApplicationFirst + 1;
    private const ushort TooManyTeams = ErrorCodes.ApplicationFirst + 2;

    private readonly Dictionary<string, ChatActor> _people = new(StringComparer.Ordinal);
    private readonly Dictionary<string, IActorGroup> _teams = new(StringComparer.Ordinal);
    private readonly Queue<Said> _history = new();

    /// <summary>Registered name of the stage's type.</summary>
    public const string TypeName = "ChatRoom";

    public ValueTask OnPostJoinStage(IActor actor)
    {
        ChatActor person = (ChatActor)actor;
        foreach (Said line in _history)
        {
            person.Link.SendToClient(line);
        }

        _people[person.Nickname] = person;
        link.Broadcast(new Presence { Nickname = person.Nickname, What = "came in" }, except: actor);
        return default;
    }

    public ValueTask OnDispatch(IActor actor, IPacket packet)
    {
        ChatActor person = (ChatActor)actor;
        try
        {
            Answer(person, packet);
        }
        catch (InvalidProtocolBufferException)
        {
            person.Link.Reply(ErrorCodes.InvalidMessage);
        }

        return packet.MsgId == "LeaveRequest" ? person.Link.LeaveStageAsync() : default;
    }

    public ValueTask OnConnectionChanged(IActor actor, bool isConnected)
    {
        string what = isConnected ? "is back" : "dropped out";
        link.Broadcast(new Presence { Nickname = ((ChatActor)actor).Nickname, What = what }, except: actor);
        return default;
    }

    public ValueTask OnLeaveStage(IActor actor, LeaveReason reason)
    {
        ChatActor person = (ChatActor)actor;
        LeaveTeam(person);
        _people.Remove(person.Nickname);
        if (reason != LeaveReason.StageEnded)
        {
            link.Broadcast(new Presence { Nickname = person.Nickname, What = "left" });
        }

        return default;
    }

    private void Answer(ChatActor person, IPacket packet)
    {
        ReadOnlySpan<byte> payload = packet.Payload.Span;
        switch (packet.MsgId)
        {
            case "SayRequest":
                Say(person, SayRequest.Parser.ParseFrom(payload).Text);
                break;
            case "WhisperRequest":
                Whisper(person, WhisperRequest.Parser.ParseFrom(payload));
                break;
            case "TeamRequest":
                ChangeTeam(person, TeamRequest.Parser.ParseFrom(payload).Team);
                break;
            case "TeamSayRequest":
                TeamSay(person, TeamSayRequest.Parser.ParseFrom(payload).Text);
                break;
            case "WhoRequest":
                WhoReply who = new();
                who.Nicknames.AddRange(_people.Values.Where(p => p.Link.IsConnected).Select(p => p.Nickname).Order(StringComparer.Ordinal));
                person.Link.Reply(who);
                break;
            case "LeaveRequest":
                break;
            default:
                person.Link.Reply(ErrorCodes.HandlerNotFound);
                break;
        }
    }

    private void Say(ChatActor person, string text)
    {
        Said said = new() { From = person.Nickname, Text = text };
        _history.Enqueue(said);
        if (_history.Count > HistoryLines)
        {
            _history.Dequeue();
        }

        person.Link.Reply(new SayReply { Recipients = link.Broadcast(said, except: person) });
    }

    private void Whisper(ChatActor person, WhisperRequest whisper)
    {
        if (!_people.TryGetValue(whisper.To, out ChatActor? other) || !other.Link.IsConnected)
        {
            person.Link.Reply(UnknownPerson);
            return;
        }

        other.Link.SendToClient(new Said { From = person.Nickname, Text = whisper.Text, Scope = Said.Types.Scope.Private });
        person.Link.Reply(new WhisperReply());
    }

    private void ChangeTeam(ChatActor person, string name)
    {
        if (name.Length > 0 && !_teams.ContainsKey(name) && _teams.Count == TeamsMax)
        {
            person.Link.Reply(TooManyTeams);
            return;
        }

        LeaveTeam(person);
        if (name.Length == 0)
        {
            person.Link.Reply(new TeamReply());
            return;
        }

        if (!_teams.TryGetValue(name, out IActorGroup? team))
        {
            team = link.CreateGroup();
            _teams.Add(name, team);
        }

        team.Add(person);
        person.Team = name;
        person.Link.Reply(new TeamReply { Members = team.Count });
    }

    private void TeamSay(ChatActor person, string text)
    {
        if (person.Team is null)
        {
            person.Link.Reply(NoTeam);
            return;
        }

        Said said = new() { From = person.Nickname, Text = text, Scope = Said.Types.Scope.Team };
        person.Link.Reply(new SayReply { Recipients = _teams[person.Team].SendToClients(said, except: person) });
    }

    private void LeaveTeam(ChatActor person)
    {
        if (person.Team is null)
        {
            return;
        }

        // A person who has left the room has left its groups.
        _teams[person.Team].Remove(person);
        if (_teams[person.Team].Count == 0)
        {
            _teams.Remove(person.Team);
        }

        person.Team = null;
    }
}
