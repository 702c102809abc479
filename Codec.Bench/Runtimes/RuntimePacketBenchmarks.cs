extern alias packets;

using System;
using BenchmarkDotNet.Attributes;
using Messages = packets::Game;

namespace Codec.Bench.Runtimes;

/// <summary>What does a generated packet cost to write, to read and to verify? Compiled for each runtime that the report compares.</summary>
public class RuntimePacketBenchmarks
{
    /// <summary>The number of messages per call, because on a slow runtime the benchmark's call takes as long as one message.</summary>
    internal const int Count = 64;

    private readonly byte[] _buffer = new byte[1024];
    private readonly Messages.Move[] _moves = new Messages.Move[Count];
    private readonly Messages.Chat[] _chats = new Messages.Chat[Count];
    private readonly byte[][] _movePayloads = new byte[Count][];
    private readonly byte[][] _chatPayloads = new byte[Count][];
    private readonly double[] _sums = new double[Count];

    [GlobalSetup]
    public void Setup()
    {
        for (int i = 0; i < Count; i++)
        {
            _moves[i] = new Messages.Move
            {
                Entity = 1 + (uint)i,
                Position = new Messages.Vec3 { X = 1.5f + i, Y = -2.25f * i, Z = 3.75f - i },
                Rotation = new Messages.Quat { X = 0.5f, Y = i * -0.25f, Z = i * 0.5f, W = -0.5f },
                Velocity = new Messages.Vec3 { X = 0.25f * i, Z = -4f + i },
                Time = i * 0.125,
            };
            _chats[i] = new Messages.Chat
            {
                Channel = Messages.ChatChannel.Guild,
                Sender = "Ada Lovelace",
                Text = "Meet me at the old bridge before the next wave, and bring all of your potions " + (char)('0' + (i % 10)),
            };
            _moves[i].TryWrite(_buffer, out int written);
            _movePayloads[i] = _buffer.AsSpan(0, written).ToArray();
            _chats[i].TryWrite(_buffer, out written);
            _chatPayloads[i] = _buffer.AsSpan(0, written).ToArray();
        }
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public int WriteMove()
    {
        int sum = 0;
        foreach (Messages.Move move in _moves)
        {
            move.TryWrite(_buffer, out int written);
            sum += written;
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public void ReadMove()
    {
        for (int i = 0; i < Count; i++)
        {
            _sums[i] = Messages.Move.View.TryCreate(_movePayloads[i], out Messages.Move.View view)
                && view.Position is { } position && view.Rotation is { } rotation && view.Velocity is { } velocity
                ? view.Entity + view.Time + position.X + position.Y + position.Z + rotation.W + velocity.X + velocity.Z
                : double.NaN;
        }
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public int WriteChat()
    {
        int sum = 0;
        foreach (Messages.Chat chat in _chats)
        {
            chat.TryWrite(_buffer, out int written);
            sum += written;
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public void ReadChat()
    {
        for (int i = 0; i < Count; i++)
        {
            _sums[i] = Messages.Chat.View.TryCreate(_chatPayloads[i], out Messages.Chat.View view)
                ? (int)view.Channel + view.SenderUtf8.Length + view.TextUtf8.Length
                : double.NaN;
        }
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public int VerifyChat()
    {
        int valid = 0;
        foreach (byte[] payload in _chatPayloads)
        {
            valid += Messages.Chat.Verify(payload) ? 1 : 0;
        }

        return valid;
    }
}
