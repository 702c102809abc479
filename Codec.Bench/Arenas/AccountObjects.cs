using Trading;

namespace Codec.Bench.Arenas;

internal static partial class AccountObjects
{
    [MemoryPackable]
    internal sealed partial class Order
    {
        public int Id;
        public string Symbol = "";
        public OrderSide Side;
        public OrderType Type;
        public double Price, Volume;
    }

    [MemoryPackable]
    internal sealed partial class Balance
    {
        public string Currency = "";
        public double Amount;
    }

    [MemoryPackable]
    internal sealed partial class Account
    {
        public int Id;
        public string Name = "";
        public State State;
        public Balance? Wallet, Asset;
        public Order[] Orders = [];
    }
}
