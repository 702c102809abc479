using System;
using System.Linq;
using Codec.Tests.Doubles;
using Google.FlatBuffers;
using NUnit.Framework;

namespace Codec.Tests.FlatBuffers.Own;

/// <summary>Calls members of builders, of their buffers and of their allocator in random order and with random arguments.</summary>
internal sealed class RandomCalls
{
    private readonly Random _random;
    private readonly MisbehavingAllocator _allocator;
    private readonly ByteBuffer[] _buffers;
    private readonly FlatBufferBuilder[] _builders;
    private readonly byte[] _part = new byte[96];
    private int _slot;

    public RandomCalls(Random random)
    {
        _random = random;
        _allocator = new MisbehavingAllocator(random.Next(40));
        ByteBuffer buffer = new(_allocator, 0);
        _buffers = [buffer, buffer, buffer.Duplicate(), new ByteBuffer(_allocator, 5)];
        _builders = [.. _buffers.Select(b => new FlatBufferBuilder(b, random.Next(3) * random.Next(9)))];
        _part.AsSpan().Fill(0xCC);
    }

    public void Run(int calls, string name)
    {
        for (int i = 0; i < calls; i++)
        {
            int call = -1;
            try
            {
                call = _random.Next(10) == 0 ? CallBuffer() : CallBuilder(_builders[_random.Next(_builders.Length)]);
            }
            catch (Exception e) when (e is ArgumentException or InvalidOperationException or NotSupportedException or OverflowException)
            {
            }
            catch (IndexOutOfRangeException e) when (e.Message.StartsWith("Field", StringComparison.Ordinal))
            {
            }

            Assert.That(_allocator.IsIntact(), Is.True, $"{name}, call {i} ({call}) wrote outside of the buffer");
            Assert.That(
                _part.AsSpan(0, 32).IndexOfAnyExcept((byte)0xCC) < 0 && _part.AsSpan(64).IndexOfAnyExcept((byte)0xCC) < 0,
                Is.True,
                $"{name}, call {i} ({call}) wrote outside of the part");
        }
    }

    private int CallBuffer()
    {
        ByteBuffer buffer = _buffers[_random.Next(_buffers.Length)];
        int call = 100 + _random.Next(10);
        switch (call)
        {
            case 100:
                _allocator.Next = (MisbehavingAllocator.Growth)_random.Next(8);
                break;
            case 101 or 102:
                _allocator.Next = MisbehavingAllocator.Growth.AsAsked;
                break;
            case 103:
                _allocator.Set(_random.Next(100));
                break;
            case 104:
                buffer.GrowFront(buffer.Length + _random.Next(50));
                break;
            case 105:
                buffer.Position = Number();
                break;
            case 106 when _random.Next(4) == 0:
                buffer.Reset(new ArraySegment<byte>(_part, 32, 32));
                break;
            case 107:
                _builders[_random.Next(_builders.Length)] = new FlatBufferBuilder(buffer, _random.Next(10) == 0 ? int.MaxValue : 0);
                break;
            case 108:
                FlatBufferBuilder called = _builders[_random.Next(_builders.Length)];
                Action[] backs = [() => called.AddLong(1), called.Clear, () => buffer.Reset(new ArraySegment<byte>(_part, 32, 32)), () => called.Pad(1)];
                _allocator.Growing = _random.Next(2) == 0 ? null : backs[_random.Next(backs.Length)];
                break;
            default:
                buffer.Reset();
                break;
        }

        return call;
    }

    private int CallBuilder(FlatBufferBuilder builder)
    {
        int call = _random.Next(32);
        switch (call)
        {
            case 0:
                builder.Clear();
                break;
            case 1:
                builder.AddByte(1);
                break;
            case 2:
                builder.AddShort(2);
                break;
            case 3:
                builder.AddInt(3);
                break;
            case 4:
                builder.AddLong(4);
                break;
            case 5:
                builder.PutByte(5);
                break;
            case 6:
                builder.PutShort(6);
                break;
            case 7:
                builder.PutInt(7);
                break;
            case 8:
                builder.PutLong(8);
                break;
            case 9:
                builder.Pad(_random.Next(20));
                break;
            case 10:
                builder.Prep(1 << _random.Next(6), _random.Next(20));
                break;
            case 11:
                builder.CreateString(new string('x', _random.Next(40)));
                break;
            case 12:
                builder.CreateSharedString(_random.Next(2) == 0 ? "same" : "\u20AC");
                break;
            case 13:
                builder.CreateUTF8String(new byte[_random.Next(20)]);
                break;
            case 14 or 15:
                _slot = 0;
                builder.StartTable(_random.Next(20));
                break;
            case 16 or 17:
                builder.Slot(_slot++);
                break;
            case 18 or 19:
                builder.Required(builder.EndTable(), 4);
                break;
            case 20:
                builder.StartVector(1 << _random.Next(4), _random.Next(4), 1 << _random.Next(4));
                break;
            case 21:
                _ = builder.EndVector();
                break;
            case 22:
                builder.Add(new int[_random.Next(5)]);
                break;
            case 23:
                builder.Put(new short[_random.Next(5)]);
                break;
            case 24:
                builder.AddOffset(Number());
                break;
            case 25:
                builder.Finish(builder.Offset, "ABCD");
                break;
            case 26:
                builder.FinishSizePrefixed(Number());
                break;
            case 27:
                _ = builder.SizedByteArray();
                _ = builder.SizedReadOnlySpan().ToArray();
                break;
            case 28:
                if (builder.TryGetFinished(_random.Next(10), out ArraySegment<byte> segment))
                {
                    segment.AsSpan().Clear();
                }

                break;
            case 29:
                builder.AddStruct(_slot, builder.Offset, 0);
                break;
            case 30:
                builder.CreateVectorOfTables(new Offset<Game.TestPacket>[] { new(Number()), new(builder.Offset) });
                break;
            default:
                builder.Required(Number(), _random.Next(40));
                break;
        }

        return call;
    }

    private int Number() => _random.Next(6) switch
    {
        0 => int.MaxValue,
        1 => int.MinValue,
        2 => -_random.Next(100),
        _ => _random.Next(100),
    };
}
