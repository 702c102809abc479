using System.Text;
using Newtonsoft.Json;

namespace Codec.Bench.Serializers;

/// <summary>Newtonsoft.Json with reused streams and pooled characters.</summary>
public sealed class NewtonsoftSerializer : ObjectSerializer
{
    private readonly Newtonsoft.Json.JsonSerializer _serializer = Newtonsoft.Json.JsonSerializer.Create();

    public override string Name => "Newtonsoft.Json";

    protected override Action Write<T>(T value, ArrayBufferWriter<byte> buffer)
    {
        MemoryStream stream = new(SerializerBuffer.Size);
        StreamWriter text = new(stream, new UTF8Encoding(encoderShouldEmitUTF8Identifier: false));
        return () =>
        {
            stream.SetLength(0);
            using (JsonTextWriter writer = new(text) { ArrayPool = CharPool.Instance, CloseOutput = false })
            {
                _serializer.Serialize(writer, value);
            }

            text.Flush();
            buffer.Write(stream.GetBuffer().AsSpan(0, (int)stream.Length));
        };
    }

    protected override Func<T> Read<T>(byte[] payload)
    {
        StreamReader text = new(new MemoryStream(payload), Encoding.UTF8, detectEncodingFromByteOrderMarks: false);
        return () =>
        {
            text.BaseStream.Position = 0;
            text.DiscardBufferedData();
            using JsonTextReader reader = new(text) { ArrayPool = CharPool.Instance, CloseInput = false };
            return _serializer.Deserialize<T>(reader)!;
        };
    }

    private sealed class CharPool : IArrayPool<char>
    {
        internal static CharPool Instance { get; } = new();

        public char[] Rent(int minimumLength) => ArrayPool<char>.Shared.Rent(minimumLength);

        public void Return(char[]? array) => ArrayPool<char>.Shared.Return(array!);
    }
}
