using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Threading;
using Codec.Capture;
using Codec.Packets;
using Codec.Streams;
using Codec.Transport;
using NUnit.Framework;

namespace Codec.Tests.Architecture;

/// <summary>Tests that each option has the default that the documentation states.</summary>
[TestFixture]
public sealed class DefaultOptionTests
{
    private const string Connection = "Codec/Transport/PacketConnectionOptions.cs: ";
    private const string Client = "Codec/Transport/PacketClientOptions.cs: ";
    private const string Writer = "packages/Codec.Capture/CaptureWriterOptions.cs: ";
    private const string Reader = "packages/Codec.Capture/CaptureReaderOptions.cs: ";
    private const string PacketReader = "packages/Codec.Capture/CapturedPacketReaderOptions.cs: ";
    private const string Replay = "packages/Codec.Capture/CaptureReplayOptions.cs: ";

    // An option, its default, and what the files say about it.
    private static readonly (Type Options, string Property, object? Value, string[] Statements)[] Table =
    [
        Of<PacketConnectionOptions>("SendLimit", 1_048_576,
            Connection + "1 MB by default", "docs/guarding.md: | 1 MB for each connection | `PacketConnectionOptions.SendLimit` |",
            "docs/security.md: | 1 MB for each connection if all sends are awaited"),
        Of<PacketConnectionOptions>("HalfPacketTimeout", TimeSpan.FromSeconds(30),
            Connection + "More than zero, 30 seconds by default.", "docs/transport.md: `HalfPacketTimeout` (30 seconds by default)",
            "docs/guarding.md: | 30 seconds | `PacketConnectionOptions.HalfPacketTimeout` |", "docs/security.md: only `IdleTimeout` | 30 seconds;",
            "docs/security.md: `PacketConnectionOptions.HalfPacketTimeout`, if one packet takes longer than 30 seconds"),
        Of<PacketConnectionOptions>("IdleTimeout", Timeout.InfiniteTimeSpan,
            Connection + "one write to it may take. More than zero, no limit by default.",
            "docs/guarding.md: | no limit | `PacketConnectionOptions.IdleTimeout` |",
            "docs/security.md: | `IdleTimeout` | no limit"),
        Of<PacketConnectionOptions>("CloseTimeout", TimeSpan.FromSeconds(5), Connection + "continues to send the accepted packets. 5 seconds by default."),
        Of<PacketConnectionOptions>("MaxReceivedPacketsPerSecond", int.MaxValue,
            Connection + "at least 1. By default <see cref=\"int.MaxValue\"/>: no limit.",
            "docs/guarding.md: | no limit | `PacketConnectionOptions.MaxReceivedPacketsPerSecond`, `MaxReceivedBytesPerSecond` |",
            "docs/security.md: | `MaxReceivedPacketsPerSecond`, `MaxReceivedBytesPerSecond`: the connection is closed | no limit"),
        Of<PacketConnectionOptions>("MaxReceivedBytesPerSecond", long.MaxValue, Connection + "at least 1. By default <see cref=\"long.MaxValue\"/>: no limit."),
        Of<PacketConnectionOptions>("Observer", null, Connection + "or <see langword=\"null\"/> for none."),
        Of<PacketConnectionOptions>("CountById", false, Connection + "By default they"),
        Of<PacketConnectionOptions>("TimeProvider", TimeProvider.System, Connection + "The system's by default."),

        Of<PacketListenerOptions>("MaxConnections", 10_000,
            "Codec/Transport/PacketListenerOptions.cs: at least 1. By default 10,000.",
            "docs/transport.md: `PacketListenerOptions.MaxConnections` (10,000 by default)",
            "docs/guarding.md: | 10,000 | `PacketListenerOptions.MaxConnections` |", "docs/security.md: | 10,000 for each listener |"),

        Of<PacketClientOptions>("SendLimit", 262_144, Client + "is 256 KB:\n    /// seconds of a game client's input.",
            "docs/transport.md: `SendLimit` bytes wait (256 KB by default)"),
        Of<PacketClientOptions>("ReceiveLimit", 262_144, Client + "256 KB by default. Reading continues",
            "docs/transport.md: `ReceiveLimit` bytes (256 KB by default)"),
        Of<PacketClientOptions>("ConnectTimeout", TimeSpan.FromSeconds(10), Client + "10 seconds by default. <c>Poll</c> checks it."),
        Of<PacketClientOptions>("ReconnectAttempts", 0, Client + "0, the default, for never", "docs/transport.md: **Connecting again** is off by default."),
        Of<PacketClientOptions>("ReconnectDelay", TimeSpan.FromMilliseconds(500), Client + "500 milliseconds by default."),
        Of<PacketClientOptions>("MaxReconnectDelay", TimeSpan.FromSeconds(30), Client + "30 seconds by default."),

        Of<PooledStreamOptions>("InitialCapacity", 16_384, "packages/Codec.Streams/PooledStreamOptions.cs: 16,384 by default.",
            "docs/streams.md: The default of `InitialCapacity` is 16 KB"),
        Of<PooledStreamOptions>("MaxLength", long.MaxValue, "packages/Codec.Streams/PooledStreamOptions.cs: By default, only the limit of the stream's type applies."),
        Of<PooledStreamOptions>("ClearOnReturn", false, "packages/Codec.Streams/PooledStreamOptions.cs: for secret content. False by default."),
        Of<PooledStreamOptions>("Pool", null, "packages/Codec.Streams/PooledStreamOptions.cs: or <see langword=\"null\"/> to use the defaults"),

        Of<CaptureWriterOptions>("Format", PacketFormat.Default, Writer + "<see cref=\"PacketFormat.Default\"/> by default."),
        Of<CaptureWriterOptions>("Encapsulation", CaptureEncapsulation.User0, Writer + "By default, only the packets.",
            "docs/capture.md: | `User0` (default) |"),
        Of<CaptureWriterOptions>("Port", (ushort)7777, Writer + "7777 by default."),
        Of<CaptureWriterOptions>("IsServer", false, Writer + "whether the server writes the capture"),
        Of<CaptureWriterOptions>("BufferSize", 262_144, Writer + "262,144 by default.", "docs/capture.md: Packets collect in a buffer of 256 KB"),
        Of<CaptureWriterOptions>("MaxPacketSize", 1_048_576, Writer + "1,048,576 by default."),
        Of<CaptureWriterOptions>("FlushInterval", TimeSpan.FromSeconds(1), Writer + "One second by default.", "docs/capture.md: `FlushInterval` (1 s)"),
        Of<CaptureWriterOptions>("PreallocationSize", 16L * 1_048_576, Writer + "16 MB by default"),
        Of<CaptureWriterOptions>("MaxFileSize", long.MaxValue, Writer + "A file has at least one packet. No limit by"),
        Of<CaptureWriterOptions>("MaxFileAge", TimeSpan.MaxValue, Writer + "whichever is longer. No limit by default."),
        Of<CaptureWriterOptions>("TimeProvider", TimeProvider.System, Writer + "The system's clock by default."),

        Of<CaptureReaderOptions>("MaxPacketSize", 1_048_576, Reader + "1,048,576 by default.",
            "docs/capture.md: `MaxPacketSize` (1 MB, for each kind of record)"),
        Of<CaptureReaderOptions>("MaxInterfaces", 4096, Reader + "4,096 by default.", "docs/capture.md: `MaxInterfaces` (4,096)"),

        Of<CapturedPacketReaderOptions>("Format", PacketFormat.Default, PacketReader + "<see cref=\"PacketFormat.Default\"/> by default."),
        Of<CapturedPacketReaderOptions>("Port", (ushort)7777, PacketReader + "7777 by default."),
        Of<CapturedPacketReaderOptions>("IsServer", false, PacketReader + "whether the server wrote the capture"),
        Of<CapturedPacketReaderOptions>("MaxStreams", 4096, PacketReader + "4,096 by default.", "docs/capture.md: more than `MaxStreams` (4,096)"),
        Of<CapturedPacketReaderOptions>("MaxGap", 1_048_576, PacketReader + "The default is 1,048,576", "docs/capture.md: more than `MaxGap` (1 MB)"),

        Of<CaptureReplayOptions>("Speed", 1.0, Replay + "1 by default."),
        Of<CaptureReplayOptions>("LongestPause", TimeSpan.FromMinutes(10), Replay + "is shortened. 10 minutes by"),
        Of<CaptureReplayOptions>("Direction", CaptureDirection.Unknown, Replay + "<see cref=\"CaptureDirection.Unknown\"/>, the default"),
        Of<CaptureReplayOptions>("TimeProvider", TimeProvider.System, Replay + "The system's clock by default."),
    ];

    private static IEnumerable<TestCaseData> Defaults() =>
        Table.Select(row => new TestCaseData(row.Options, row.Property, row.Value, row.Statements).SetArgDisplayNames($"{row.Options.Name}.{row.Property}"));

    [TestCaseSource(nameof(Defaults))]
    public void An_option_has_the_default_that_the_documentation_states(Type options, string property, object? value, string[] statements)
    {
        Assert.That(options.GetProperty(property)!.GetValue(Activator.CreateInstance(options)), Is.EqualTo(value));
        foreach (string[] statement in statements.Select(statement => statement.Split(": ", 2)))
        {
            Assert.That(Repository.Read(statement[0]), Does.Contain(statement[1]), statement[0]);
        }
    }

    [Test]
    public void The_default_of_every_option_is_tested() =>
        Assert.That(
            Table.Select(row => (row.Options.Name, row.Property)),
            Is.SupersetOf(
                new[] { typeof(PacketConnection), typeof(ChunkedByteStream), typeof(CaptureWriter) }.SelectMany(type => type.Assembly.GetExportedTypes())
                    .Where(type => type.Name.EndsWith("Options", StringComparison.Ordinal))
                    .SelectMany(type => type.GetProperties(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly).Select(property => (type.Name, property.Name)))));

    private static (Type Options, string Property, object? Value, string[] Statements) Of<TOptions>(
        string property, object? value, params string[] statements) =>
        (typeof(TOptions), property, value, statements);
}
