using System;
using System.Buffers.Binary;
using Game;
using Google.FlatBuffers;
using NUnit.Framework;

namespace Codec.Tests.FlatBuffers.Own;

/// <summary>Tests that the result for a message does not depend on the messages before it.</summary>
[TestFixture]
public sealed class VerifierPartTests
{
    private static readonly VerifyTableAction Verify = TestPacketVerify.Verify;

    [Test]
    public void VerifyPart_gives_the_same_result_as_a_new_verifier_after_any_earlier_use()
    {
        int seed = Environment.TickCount;
        TestContext.Out.WriteLine($"seed {seed}");
        Random random = new(seed);
        byte[] message = Message();
        byte[][] arrays = [new byte[message.Length + 64], new byte[message.Length + 64]];
        ByteBuffer buffer = new(0);
        Verifier verifier = new(buffer);
        Options options = verifier.options;
        int accepted = 0;
        for (int i = 0; i < 5_000; i++)
        {
            // Usually the same array, as in a socket's receive buffer.
            byte[] array = arrays[random.Next(8) / 7];
            random.NextBytes(array);
            int offset = random.Next(64);
            message.CopyTo(array, offset);
            int count = random.Next(4) == 0 ? random.Next(message.Length) : message.Length;
            if (random.Next(2) == 0)
            {
                array[offset + random.Next(message.Length)] = (byte)random.Next(256);
            }

            switch (random.Next(16))
            {
                case 0:
                    buffer.Reset(new ArraySegment<byte>(arrays[random.Next(2)], 8, 16));
                    break;
                case 1:
                    verifier.VerifyBuffer(null, true, Verify);
                    break;
                case 2:
                    verifier.Buf = new ByteBuffer(arrays[random.Next(2)]);
                    verifier.VerifyBuffer(null, false, Verify);
                    verifier.Buf = buffer;
                    break;
            }

            options.alignmentCheck = random.Next(16) != 0;
            bool expected = new Verifier(new ByteBuffer(new ArraySegment<byte>(array, offset, count)), options).VerifyBuffer(null, false, Verify);
            Assert.That(verifier.VerifyPart(array, offset, count, null, Verify, out int root), Is.EqualTo(expected), $"{i} of seed {seed}");
            Assert.That(root, Is.EqualTo(expected ? offset + BinaryPrimitives.ReadInt32LittleEndian(array.AsSpan(offset)) : 0));
            Assert.That((buffer.Position, buffer.Length), Is.EqualTo((offset, offset + count)));
            if (count >= 8)
            {
                Assert.That(buffer.GetUlong(buffer.Length - 8), Is.EqualTo(BinaryPrimitives.ReadUInt64LittleEndian(array.AsSpan(offset + count - 8))));
            }

            Assert.That(() => buffer.GetUint(offset + count - 3), Throws.InstanceOf<ArgumentOutOfRangeException>());
            accepted += expected ? 1 : 0;
        }

        Assert.That(accepted, Is.InRange(250, 4_750));
    }

    [Test]
    public void TryStartPart_succeeds_only_if_the_first_four_bytes_of_the_root_are_present()
    {
        byte[] message = Message();
        int table = BinaryPrimitives.ReadInt32LittleEndian(message);
        Verifier verifier = new(new ByteBuffer(0));
        for (int round = 0; round < 2; round++)
        {
            for (int count = 0; count <= message.Length; count++)
            {
                bool expected = count >= Math.Max(12, table + 4);
                Assert.That(
                    (verifier.TryStartPart(message, 0, count, null, out int root), root), Is.EqualTo((expected, expected ? table : 0)), $"{count} bytes");
            }
        }

        foreach (int far in (int[])[0, -4, int.MinValue, int.MaxValue, message.Length - 3, message.Length - 4])
        {
            byte[] other = (byte[])message.Clone();
            BinaryPrimitives.WriteInt32LittleEndian(other, far);
            bool expected = far == message.Length - 4;
            Assert.That(verifier.TryStartPart(other, 0, other.Length, null, out int root), Is.EqualTo(expected), $"{far}");
            Assert.That(verifier.TryStartPart(other, 0, other.Length, null, out root), Is.EqualTo(expected), $"{far} again");
            Assert.That(root, Is.EqualTo(expected ? far : 0));
        }

        Assert.That(verifier.TryStartPart(message, 0, message.Length, "NOPE", out _), Is.False);
        Assert.That(() => verifier.TryStartPart(null!, 0, 16, null, out _), Throws.InstanceOf<ArgumentException>());
        Assert.That(() => new Verifier().TryStartPart(message, 0, message.Length, null, out _), Throws.InvalidOperationException);
    }

    [Test]
    public void A_buffer_cannot_grow_after_VerifyPart()
    {
        byte[] message = Message();
        ByteBuffer buffer = new(message);
        Verifier verifier = new(buffer);
        Assert.That(verifier.VerifyBuffer(null, false, Verify), Is.True);
        Assert.That(verifier.VerifyPart(message, 0, message.Length, null, Verify, out _), Is.True);
        Assert.That(() => buffer.GrowFront(1024), Throws.InvalidOperationException);
    }

    [Test]
    public void VerifyPart_compares_the_identifier_and_rejects_invalid_arguments()
    {
        byte[] message = Message();
        Verifier verifier = new(new ByteBuffer(0));
        Assert.That(verifier.VerifyPart(message, 0, message.Length, null, Verify, out _), Is.True);
        Assert.That(verifier.VerifyPart(message, 0, message.Length, "", Verify, out _), Is.True);
        Assert.That(verifier.VerifyPart(message, 0, message.Length, "NOPE", Verify, out int root), Is.False);
        Assert.That(root, Is.Zero);
        Assert.That(() => verifier.VerifyPart(message, 0, message.Length, "four!", Verify, out _), Throws.ArgumentException);
        Assert.That(() => verifier.VerifyPart(message, 0, message.Length, null, null!, out _), Throws.InstanceOf<ArgumentException>());
        Assert.That(() => verifier.VerifyPart(null!, 0, 16, null, Verify, out _), Throws.InstanceOf<ArgumentException>());
        foreach ((int offset, int count) in ((int, int)[])[(-4, 16), (message.Length - 12, 16), (4, message.Length), (0, -1), (int.MaxValue, 16)])
        {
            Assert.That(() => verifier.VerifyPart(message, offset, count, null, Verify, out _), Throws.InstanceOf<ArgumentException>());
        }

        Assert.That(() => new Verifier().VerifyPart(message, 0, message.Length, null, Verify, out _), Throws.InvalidOperationException);
    }

    private static byte[] Message()
    {
        FlatBufferBuilder builder = new(64);
        builder.Finish(TestPacket.CreateTestPacket(builder, builder.CreateString("This is a message!"), 255).Value);
        return builder.SizedByteArray();
    }
}
