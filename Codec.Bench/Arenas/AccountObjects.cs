using Trading;

namespace Codec.Bench.Arenas;

/// <summary>The classes of <c>account.fbs</c> for MemoryPack.</summary>
internal static partial class AccountObjects
{
    [MemoryPackable]
    internal sealed partial class Order
    {
        public int Id { get; set; }
        public string Symbol { get; set; } = "";
        public OrderSide Side { get; set; }
        public OrderType Type { get; set; }
        public double Price { get; set; }
        public double Volume { get; set; }
    }

    [MemoryPackable]
    internal sealed partial class Balance
    {
        public string Currency { get; set; } = "";
        public double Amount { get; set; }
    }

    [MemoryPackable]
    internal sealed partial class Account
    {
        public int Id { get; set; }
        public string Name { get; set; } = "";
        public State State { get; set; }
        public Balance? Wallet { get; set; }
        public Balance? Asset { get; set; }
        public Order[] Orders { get; set; } = [];
    }
}
