using static Codec.Tests.Capture.CaptureBytes;

namespace Codec.Tests.Capture;

/// <summary>Tests that memory is bounded for captures of any length and content.</summary>
internal sealed class LongCaptureTests
{
    [Test]
    public void Empty_options_without_an_end_are_accepted_and_an_invalid_option_is_reported()
    {
        CaptureBytes bytes = new CaptureBytes().Section().Interface();
        byte[] options = new byte[200_000];
        for (int i = 0; i < options.Length; i += 4)
        {
            options[i] = 1;
        }

        byte[] all = bytes.Packet([1, 2, 3], 0, 0, options).Packet([4], 0, 0, [2, 0, 0, 0]).ToArray();
        using CaptureReader reader = Open(all);
        Assert.That(reader.Read(out CaptureRecord record), Is.EqualTo(CaptureStatus.Packet));
        Assert.That(record.Data.Length, Is.EqualTo(3));
        Assert.That(reader.Read(out _), Is.EqualTo(CaptureStatus.Invalid));
        Assert.That((reader.Error, reader.ErrorOffset), Is.EqualTo((CaptureError.OptionInvalid, (long)all.Length - 40)));
    }

    [Test]
    public void A_packet_longer_than_its_block_is_also_rejected_on_the_fast_path()
    {
        CaptureBytes packet = new();
        byte[] usual = packet.Packet(GamePacket(1, 60), 5, 0, [.. packet.Option(2, packet.U32(1)), .. packet.Option(6, packet.U32(9)), .. packet.U32(0)]).ToArray();
        byte[] begin = new CaptureBytes().Section().Interface().ToArray();
        foreach (uint captured in (uint[])[89, 128, 0x7FFFFFFF, uint.MaxValue])
        {
            byte[] bad = [.. begin, .. usual, .. usual, .. usual];
            int second = begin.Length + usual.Length;
            packet.U32(captured).CopyTo(bad, second + 20);
            using CaptureReader reader = Open(bad);
            Assert.That(reader.Read(out CaptureRecord first), Is.EqualTo(CaptureStatus.Packet));
            Assert.That(first.Data.SequenceEqual(GamePacket(1, 60)), Is.True);
            Assert.That(reader.Current.Data.SequenceEqual(first.Data), Is.True);
            Assert.That((reader.Current.Offset, reader.Current.Connection), Is.EqualTo(((long)begin.Length, 9u)));
            Assert.That(reader.Read(out _), Is.EqualTo(CaptureStatus.Invalid));
            Assert.That((reader.Error, reader.ErrorOffset), Is.EqualTo((CaptureError.PacketLongerThanBlock, (long)second)));
        }
    }
}
