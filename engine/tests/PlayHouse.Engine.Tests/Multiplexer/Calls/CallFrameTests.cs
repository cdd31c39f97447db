using System.Buffers;
using PlayHouse.Engine.Strategies;
using PlayHouse.Multiplexer.Calls;
using PlayHouse.Multiplexer.Tests.Fakes;

namespace PlayHouse.Multiplexer.Tests.Calls;

/// <summary>The bytes of the call layer.</summary>
public sealed class CallFrameTests
{
    private const string Request = "000000046563686f000100000003616263";

    [Theory]
    [InlineData("request", CallKind.Request, Request)]
    [InlineData("response", CallKind.Response, "000000046563686f000200000003616263")]
    [InlineData("one-way", CallKind.OneWay, "000000046563686f000300000003616263")]
    [InlineData("error", CallKind.Error, "000000046563686f010500000003616263")]
    public void Write_EachKind_IsTheVectorAndReadsBack(string what, object kind, string vector)
    {
        byte[] room = new byte[CallFrame.BytesOf("echo", 3)];
        CallFrame.Write(room, "echo", (CallKind)kind, "abc"u8);

        Assert.True(vector == Convert.ToHexStringLower(room), what);
        Assert.True(CallFrame.TryRead(new ReadOnlySequence<byte>(room), 4, out CallFrame call));
        Assert.Equal(("echo", (CallKind)kind), (call.Name, call.Kind));
        Assert.Equal("abc"u8.ToArray(), call.Payload.ToArray());
    }

    [Theory]
    [InlineData("empty", "")]
    [InlineData("no name", "00000004")]
    [InlineData("name cut", "000000046563")]
    [InlineData("name beyond the limit", "000000056563686f6f000100000000")]
    [InlineData("name of the largest length", "ffffffff6563686f000100000000")]
    [InlineData("no flag", "000000046563686f")]
    [InlineData("flag 2", "000000046563686f020100000000")]
    [InlineData("kind 0", "000000046563686f000000000000")]
    [InlineData("kind 4", "000000046563686f000400000000")]
    [InlineData("kind 6", "000000046563686f000600000000")]
    [InlineData("length cut", "000000046563686f0001000000")]
    [InlineData("payload shorter", "000000046563686f00010000000461")]
    [InlineData("payload longer", "000000046563686f0001000000006161")]
    [InlineData("largest payload", "000000046563686f0001ffffffff")]
    [InlineData("name is no UTF-8", "000000026fff000100000000")]
    public async Task Receive_Malformed_FailsTheConnection(string what, string hex)
    {
        byte[] body = Convert.FromHexString(hex);
        Assert.False(CallFrame.TryRead(new ReadOnlySequence<byte>(body), 4, out _), what);

        RecordingStream stream = new();
        MultiplexerLimits limits = new() { CallNameBytesMax = 4 };
        await using MultiplexerCalls calls = MultiplexerCalls.Start(
            MultiplexerConnection.Connect(stream, StrategySelection.Default, limits), (call, _) => ValueTask.FromResult(call.Payload));
        Task<byte[]> waiting = calls.RequestAsync("x", default);
        stream.Feed(Frames.Message(9, body));

        MultiplexerException error = await Assert.ThrowsAsync<MultiplexerException>(() => waiting.WaitAsync(Wait.Deadline));
        Assert.Equal(MultiplexerFailure.MalformedCall, error.Reason);
        Assert.Equal(1, calls.Connection.ReadCounters()["fails.malformed-call"]);
    }

    /// <summary>An answer carries the id of the request's message.</summary>
    [Fact]
    public async Task Answer_OnTheWire_HasTheRequestsId()
    {
        RecordingStream stream = new();
        await using MultiplexerCalls calls = MultiplexerCalls.Start(
            MultiplexerConnection.Connect(stream, StrategySelection.Default, MultiplexerLimits.Default), (call, _) => ValueTask.FromResult(call.Payload));

        stream.Feed(Frames.Message(0xCAFE, Convert.FromHexString(Request)));

        await Wait.UntilAsync(() => stream.Writes.Count == 1, "the answer");
        Assert.Equal(Frames.Message(0xCAFE, Convert.FromHexString("000000046563686f000200000003616263")), stream.Written);
    }

    [Fact]
    public void Read_Split_GivesTheSame()
    {
        byte[] frame = Convert.FromHexString(Request);
        for (int cut = 0; cut <= frame.Length; cut++)
        {
            Assert.True(CallFrame.TryRead(Split(frame, cut), 1_024, out CallFrame call));
            Assert.Equal("echo", call.Name);
            Assert.Equal("abc"u8.ToArray(), call.Payload.ToArray());
        }
    }

    private static ReadOnlySequence<byte> Split(byte[] bytes, int cut)
    {
        Piece first = new(bytes.AsMemory(0, cut), 0);
        Piece last = first.Then(bytes.AsMemory(cut));
        return new ReadOnlySequence<byte>(first, 0, last, bytes.Length - cut);
    }

    private sealed class Piece : ReadOnlySequenceSegment<byte>
    {
        public Piece(ReadOnlyMemory<byte> memory, long before)
        {
            Memory = memory;
            RunningIndex = before;
        }

        public Piece Then(ReadOnlyMemory<byte> memory)
        {
            Piece next = new(memory, RunningIndex + Memory.Length);
            Next = next;
            return next;
        }
    }
}
