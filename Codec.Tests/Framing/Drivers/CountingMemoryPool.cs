using System;
using System.Buffers;
using System.Runtime.InteropServices;

namespace Codec.Tests.Framing.Drivers;

/// <summary>A pool of unmanaged blocks that knows what is out: pipes over it have no arrays behind their segments.</summary>
public sealed class CountingMemoryPool(int blockSize) : MemoryPool<byte>
{
    private long _rented;

    public int Outstanding { get; private set; }

    public long PeakRented { get; private set; }

    public override int MaxBufferSize => int.MaxValue;

    public override IMemoryOwner<byte> Rent(int minBufferSize = -1)
    {
        int length = Math.Max(minBufferSize, blockSize);
        Outstanding++;
        _rented += length;
        PeakRented = Math.Max(PeakRented, _rented);
        return new Block(this, length);
    }

    protected override void Dispose(bool disposing)
    {
    }

    private sealed unsafe class Block(CountingMemoryPool pool, int length) : MemoryManager<byte>
    {
        private byte* _pointer = (byte*)NativeMemory.Alloc((nuint)length);

        public override Span<byte> GetSpan()
        {
            ObjectDisposedException.ThrowIf(_pointer is null, this);
            return new Span<byte>(_pointer, length);
        }

        public override MemoryHandle Pin(int elementIndex = 0) => new(_pointer + elementIndex);

        public override void Unpin()
        {
        }

        protected override void Dispose(bool disposing)
        {
            if (_pointer is not null)
            {
                NativeMemory.Free(_pointer);
                _pointer = null;
                pool.Outstanding--;
                pool._rented -= length;
            }
        }
    }
}
