using System.Buffers;
using System.IO;
using Codec.Packets;
using Codec.Payloads;

namespace Codec.Interpreter;

/// <summary>A type of payloads: a table or a struct of a schema, and its packet, if it has one. Thread-safe.</summary>
/// <remarks>
/// A payload may contain any bytes. Verification accepts exactly the payloads that generated code accepts: tables nest at most 64 levels, or as the schema
/// says, and their number is limited by the schema or the size of the payload.
/// </remarks>
public sealed class PayloadMessage
{
    // Every reader stops at a depth of 64. A smaller limit is implemented by starting to count at a higher depth.
    private const int MaxDepth = 64;

    private readonly Lazy<PayloadShape?> _shape;

    internal PayloadMessage(SchemaIndex index, Definition definition, PacketDefinition? packet, PayloadTable? table, PayloadStruct? record)
    {
        (FullName, Name, Packet, Table, Struct) = (definition.FullName, definition.Name, packet, table, record);
        _shape = new Lazy<PayloadShape?>(() => IsPacked ? new PayloadShape(PackingShape.Of(index, definition, table?.Layout.Identifier)) : null);
    }

    /// <summary>Gets the name, with its namespace.</summary>
    public string FullName { get; }

    /// <summary>Gets the name without its namespace.</summary>
    public string Name { get; }

    /// <summary>Gets the id of the packet, or <see langword="null"/> if the type is not a packet.</summary>
    public uint? PacketId => Packet?.Id;

    /// <summary>Gets whether the payload is sent packed. All methods expect the unpacked payload.</summary>
    public bool IsPacked => Packet?.IsPacked == true;

    /// <summary>Gets the shape with which <see cref="PackedPayload"/> packs the payload, or <see langword="null"/> if it is not sent packed.</summary>
    public PayloadShape? Shape => _shape.Value;

    /// <summary>Gets whether the type is a struct instead of a table.</summary>
    public bool IsStruct => Struct is not null;

    internal PacketDefinition? Packet { get; }
    internal PayloadTable? Table { get; }
    internal PayloadStruct? Struct { get; }

    /// <summary>Gets the size of the largest payload in bytes, if the schema limits it. If it is packed, its size is limited before it is packed.</summary>
    internal int MaxSize => IsPacked ? int.MaxValue : Packet?.MaxSize ?? int.MaxValue;

    /// <summary>Gets the number of earlier payloads that a receiver keeps; 0 if payloads are not sent as differences.</summary>
    internal int Baselines => Packet?.Baselines ?? 0;

    /// <summary>Gets the largest unpacked payload in bytes.</summary>
    internal int UnpackedLimit => Packet?.MaxSize ?? Struct?.Size ?? PacketDefinition.DefaultMaxUnpackedSize;

    /// <summary>Gets the depth of the root table, at which counting starts.</summary>
    internal int FirstDepth => Packet?.MaxDepth is { } limit ? MaxDepth - limit + 1 : 1;

    /// <summary>Gets the largest number of tables that may be visited, or -1 if the schema has no limit.</summary>
    internal int TableLimit => Packet?.MaxTables ?? -1;

    /// <summary>Verifies a payload. Allocates no memory.</summary>
    /// <param name="payload">The payload.</param>
    public bool Verify(ReadOnlySpan<byte> payload) => Verify(payload, out _);

    /// <summary>Verifies a payload. Allocates no memory.</summary>
    /// <param name="payload">The payload.</param>
    /// <param name="error">
    /// <see cref="PacketError.None"/>, <see cref="PacketError.PayloadInvalid"/>, or <see cref="PacketError.PayloadTooLarge"/> if the payload is larger
    /// than <c>packet_max_size</c>.
    /// </param>
    public bool Verify(ReadOnlySpan<byte> payload, out PacketError error)
    {
        error = PayloadVerifier.Verify(payload, this);
        return error == PacketError.None;
    }

    /// <summary>Verifies a payload that will be copied into objects. Allocates no memory.</summary>
    /// <param name="payload">The payload.</param>
    /// <returns>
    /// Whether the payload is valid, and its strings and vectors take at most 16 MiB or 16 bytes for each byte of the payload, as in generated messages. Many offsets
    /// can refer to one string.
    /// </returns>
    public bool VerifyCopy(ReadOnlySpan<byte> payload) => PayloadVerifier.Verify(payload, this, limitsCopy: true) == PacketError.None;

    /// <summary>Verifies a payload, and describes its first error.</summary>
    /// <param name="payload">The payload.</param>
    /// <returns>The error, or <see langword="null"/> if the payload is valid.</returns>
    public PayloadProblem? FindProblem(ReadOnlySpan<byte> payload) => PayloadVerifier.FindProblem(payload, this);

    /// <summary>Returns a payload as JSON, in the dialect of <c>flatc --strict-json</c>.</summary>
    /// <param name="payload">The payload.</param>
    /// <param name="indented">Whether to write one line per value.</param>
    /// <returns>The JSON: one object. Characters outside ASCII are escaped.</returns>
    /// <exception cref="InvalidDataException">The payload is not valid, or its JSON is too long: see <see cref="TryWriteJson"/>.</exception>
    public string ToJson(ReadOnlySpan<byte> payload, bool indented = false)
    {
        using MemoryStream text = new();
        using (Utf8JsonWriter writer = new(text, PayloadJsonWriter.Options with { Indented = indented }))
        {
            if (!TryWriteJson(payload, writer, out PayloadProblem? problem))
            {
                Throw.PayloadInvalid(FullName, problem);
            }
        }

        return Encoding.UTF8.GetString(text.GetBuffer(), 0, (int)text.Length);
    }

    /// <summary>Verifies a payload, and writes it as one JSON object, in the dialect of <c>flatc --strict-json</c>.</summary>
    /// <param name="payload">The payload.</param>
    /// <param name="writer">The writer. The caller flushes it.</param>
    /// <param name="problem">The error of the payload, or <see langword="null"/>.</param>
    /// <returns>
    /// Whether the payload was written. If it is not valid, nothing is written. Parts of a payload can be referred to many times: the text ends early if
    /// it is longer than 1 MiB and than 64 bytes for each byte of the payload.
    /// </returns>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    public bool TryWriteJson(ReadOnlySpan<byte> payload, Utf8JsonWriter writer, [NotNullWhen(false)] out PayloadProblem? problem)
    {
        Throw.IfNull(writer, nameof(writer));

        problem = FindProblem(payload);
        if (problem is null && !new PayloadJsonWriter(writer).Write(payload, this))
        {
            problem = new PayloadProblem(0, "", FormattableString.Invariant($"the JSON has more than {PayloadJsonWriter.LimitOf(payload)} bytes"), PacketError.PayloadTooLarge);
        }

        return problem is null;
    }

    /// <summary>Returns the payload of a JSON text, in the dialect of flatc. The bytes are those of the generated writer.</summary>
    /// <param name="json">The JSON: one object.</param>
    /// <param name="skipUnknown">Whether fields that the schema does not have are skipped.</param>
    /// <exception cref="ArgumentNullException"><paramref name="json"/> is <see langword="null"/>.</exception>
    /// <exception cref="JsonException">The text is not JSON, or does not match the schema. The message contains the path.</exception>
    public byte[] FromJson(string json, bool skipUnknown = false)
    {
        Throw.IfNull(json, nameof(json));

        return new PayloadJsonReader(skipUnknown).Read(PayloadJsonReader.Encode(json), this).ToArray();
    }

    /// <summary>Writes the payload of a JSON text, in the dialect of flatc. The bytes are those of the generated writer.</summary>
    /// <param name="json">The JSON in UTF-8: one object, with or without a byte order mark before it.</param>
    /// <param name="output">The destination of the payload. If the method returns <see langword="false"/>, nothing is written.</param>
    /// <param name="error">The error with its path, or <see langword="null"/>.</param>
    /// <param name="skipUnknown">Whether fields that the schema does not have are skipped.</param>
    /// <returns>Whether the text is JSON that matches the schema.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="output"/> is <see langword="null"/>.</exception>
    public bool TryReadJson(ReadOnlyMemory<byte> json, IBufferWriter<byte> output, [NotNullWhen(false)] out JsonException? error, bool skipUnknown = false)
    {
        Throw.IfNull(output, nameof(output));

        ReadOnlySpan<byte> payload;
        try
        {
            payload = new PayloadJsonReader(skipUnknown).Read(json, this);
        }
        catch (JsonException exception)
        {
            error = exception;
            return false;
        }

        output.Write(payload);
        error = null;
        return true;
    }

    /// <summary>Explains each byte of a payload, like <c>flatc --annotate</c>: offset, bytes, type, value and field.</summary>
    /// <param name="payload">The payload. It need not be valid: offsets that refer outside the payload are reported.</param>
    /// <returns>One line for each value, with a title for each table, vtable, vector and string.</returns>
    public string Explain(ReadOnlySpan<byte> payload) => ByteAnnotator.Annotate(payload, this);
}
