using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;
using Codec.Packets;

namespace Codec.Tests.Golden;

/// <summary>Writes the annotation of a packed packet, which explains every byte.</summary>
internal static class PackedAnnotation
{
    private const int FirstGroups = 24;
    private const int LastGroups = 4;

    /// <summary>Returns the annotation of a valid packet of the default format whose payload is packed.</summary>
    public static string Of(string name, string type, byte[] packet)
    {
        byte[] payload = packet[PacketHeader.ByteCount..];
        int at = 0;
        int size = 0;
        do
        {
            size |= (payload[at] & 0x7F) << (7 * at);
        }
        while (payload[at++] >= 0x80);

        StringBuilder text = new();
        text.Append(CultureInfo.InvariantCulture, $"// {name}.bin: a packet of {packet.Length} bytes; its payload is a {type} of schemas/packed.fbs, packed from {size} bytes.\n");
        text.Append("// Offsets are in bytes: the packet header's from the packet's start, all others from the payload's start, which is packet offset 4. Words are\n");
        text.Append("// eight bytes of the unpacked payload, and are named by their offset in it.\n\n");
        text.Append("packet header:\n");
        text.Append(CultureInfo.InvariantCulture, $"  +0x00 | {Hex(packet[..2])} | uint16_t | {payload.Length} | Size: payload bytes\n");
        text.Append(CultureInfo.InvariantCulture, $"  +0x02 | {Hex(packet[2..4])} | uint16_t | {packet[2] | (packet[3] << 8)} | Id\n\n");
        text.Append(CultureInfo.InvariantCulture, $"payload:\n\nsize:\n  +0x00 | {Hex(payload[..at])} | LEB128 | {size} | bytes of the unpacked payload\n\nwords:\n");
        List<string> groups = [];
        for (int word = 0; at < payload.Length;)
        {
            groups.Add(Group(payload, ref at, ref word));
        }

        int last = Math.Max(FirstGroups, groups.Count - LastGroups);
        text.Append(string.Concat(groups.Take(FirstGroups)));
        if (last > FirstGroups)
        {
            text.Append(CultureInfo.InvariantCulture, $"  ... elements {FirstGroups} to {last - 1} of {groups.Count}: words like the ones above\n");
        }

        return text.Append(string.Concat(groups.Skip(last))).ToString();
    }

    private static string Group(byte[] payload, ref int at, ref int word)
    {
        StringBuilder lines = new();
        int start = at;
        byte tag = payload[at++];
        int[] places = [.. Enumerable.Range(0, 8).Where(bit => (tag >> bit & 1) != 0)];
        string what = tag switch
        {
            0 => "every byte is zero",
            0xFF => "no byte is zero",
            _ => $"not zero: byte {string.Join(", ", places)}",
        };
        lines.Append(CultureInfo.InvariantCulture, $"  +0x{start:X4} | {Hex([tag])} | tag | word 0x{word:X4} | {what}\n");
        Bytes(places.Length, $"bytes | word 0x{word:X4} | {(tag == 0xFF ? "all of its bytes" : "the bytes that are not zero")}", payload, ref at);
        word += 8;
        if (tag is 0 or 0xFF)
        {
            int count = payload[at++];
            lines.Append(CultureInfo.InvariantCulture, $"  +0x{at - 1:X4} | {count:X2} | count | {count} | further words {(tag == 0 ? "of zeros" : "that follow as they are")}\n");
            for (int i = 0; i < count; i++, word += 8)
            {
                Bytes(tag == 0 ? 0 : 8, $"bytes | word 0x{word:X4} | as they are", payload, ref at);
            }
        }

        return lines.ToString();

        void Bytes(int count, string text, byte[] from, ref int place)
        {
            if (count > 0)
            {
                lines.Append(CultureInfo.InvariantCulture, $"  +0x{place:X4} | {Hex(from[place..(place + count)])} | {text}\n");
                place += count;
            }
        }
    }

    private static string Hex(byte[] bytes) => string.Join(' ', bytes.Select(value => value.ToString("X2", CultureInfo.InvariantCulture)));
}
