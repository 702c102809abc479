namespace Codec.FlatBuffers;

/// <summary>Sends what a <see cref="FlatBufferBuilder"/> has built.</summary>
public static class FlatBufferBuilderExtensions
{
    /// <summary>Returns the finished payload as a message, which every sender of packets accepts.</summary>
    /// <param name="builder">A finished builder. Its payload is not copied.</param>
    /// <param name="id">The packet's id.</param>
    /// <returns>The message. It is valid until the builder is cleared or written to.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="builder"/> is <see langword="null"/>.</exception>
    /// <exception cref="InvalidOperationException">The builder is not finished.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static FlatBufferPacket AsPacket(this FlatBufferBuilder builder, uint id) => new(builder, id);
}
