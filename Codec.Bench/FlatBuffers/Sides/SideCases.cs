using System;
using System.Collections.Generic;
using Game;
using Google.FlatBuffers;
using Monsters;

namespace Codec.Bench.FlatBuffers.Sides;

/// <summary>
/// The cases that are measured on each side, by the names that cpp/bench also uses. A case repeats its work a number of times and returns the
/// result of the last time, which must be equal on each side.
/// </summary>
internal sealed class SideCases : IDisposable
{
    /// <summary>The size to which the builder grows, in bytes.</summary>
    private const int GrownSize = 1 << 20;

    /// <summary>The initial size of the builder's buffer, in bytes: 14 doublings below the final size.</summary>
    private const int SmallSize = 64;

    private readonly FlatBufferBuilder _builder = new(1024);
    private readonly GrowingBuilder _growing = new(SmallSize);
    private readonly MonsterMessage _monster = new();
    private readonly byte[] _chunk = new byte[1000];
    private readonly ByteBuffer _seedBytes;
    private readonly ByteBuffer _monsterBytes;
    private readonly Verifier _seedVerifier;
    private readonly Verifier _monsterVerifier;

    internal SideCases()
    {
        _seedBytes = Built(SeedMessage.Build);
        _monsterBytes = Built(_monster.Build);
        _seedVerifier = new Verifier(_seedBytes);
        _monsterVerifier = new Verifier(_monsterBytes);
        All = new Dictionary<string, Func<long, ulong>>(StringComparer.Ordinal)
        {
            ["build-seed"] = BuildSeed,
            ["build-monster"] = BuildMonster,
            ["read-seed"] = ReadSeed,
            ["read-monster"] = ReadMonster,
            ["read-seed-strings"] = ReadSeedStrings,
            ["read-monster-strings"] = ReadMonsterStrings,
            ["verify-seed"] = VerifySeed,
            ["verify-monster"] = VerifyMonster,
            ["grow"] = Grow,
        };
    }

    internal IReadOnlyDictionary<string, Func<long, ulong>> All { get; }

    /// <inheritdoc/>
    public void Dispose() => _growing.Dispose();

    private static ByteBuffer Built(Action<FlatBufferBuilder> build)
    {
        FlatBufferBuilder builder = new(1024);
        build(builder);
        return new ByteBuffer(builder.SizedByteArray());
    }

    private ulong BuildSeed(long count)
    {
        for (long i = 0; i < count; i++)
        {
            _builder.Clear();
            SeedMessage.Build(_builder);
        }

        return (ulong)_builder.Offset;
    }

    private ulong BuildMonster(long count)
    {
        for (long i = 0; i < count; i++)
        {
            _builder.Clear();
            _monster.Build(_builder);
        }

        return (ulong)_builder.Offset;
    }

    private ulong ReadSeed(long count)
    {
        ulong sum = 0;
        for (long i = 0; i < count; i++)
        {
            sum = SeedMessage.Read(_seedBytes);
        }

        return sum;
    }

    private ulong ReadMonster(long count)
    {
        ulong sum = 0;
        for (long i = 0; i < count; i++)
        {
            sum = MonsterMessage.Read(_monsterBytes);
        }

        return sum;
    }

    private ulong ReadSeedStrings(long count)
    {
        ulong sum = 0;
        for (long i = 0; i < count; i++)
        {
            sum = SeedMessage.ReadStrings(_seedBytes);
        }

        return sum;
    }

    private ulong ReadMonsterStrings(long count)
    {
        ulong sum = 0;
        for (long i = 0; i < count; i++)
        {
            sum = MonsterMessage.ReadStrings(_monsterBytes);
        }

        return sum;
    }

    private ulong VerifySeed(long count)
    {
        ulong accepted = 0;
        for (long i = 0; i < count; i++)
        {
            accepted = Verify(_seedVerifier, _seedBytes, TestPacketVerify.Verify);
        }

        return accepted;
    }

    private ulong VerifyMonster(long count)
    {
        ulong accepted = 0;
        for (long i = 0; i < count; i++)
        {
            accepted = Verify(_monsterVerifier, _monsterBytes, MonsterVerify.Verify);
        }

        return accepted;
    }

    private static ulong Verify(Verifier verifier, ByteBuffer buffer, VerifyTableAction verify)
    {
        // The work of a dispatcher for each packet: the same verifier with the next buffer. The caller must reset the package's counters.
        verifier.Buf = buffer;
        verifier.depth = 0;
        verifier.numTables = 0;
        return verifier.VerifyBuffer(null, false, verify) ? 1ul : 0ul;
    }

    private ulong Grow(long count)
    {
        ulong size = 0;
        for (long i = 0; i < count; i++)
        {
            FlatBufferBuilder builder = _growing.Start();
            VectorOffset last = default;
            while (builder.Offset < GrownSize)
            {
                last = Monster.CreateInventoryVectorBlock(builder, _chunk);
            }

            Monster.StartMonster(builder);
            Monster.AddInventory(builder, last);
            builder.Finish(Monster.EndMonster(builder).Value);
            size = (ulong)builder.Offset;
        }

        return size;
    }
}
