using Trading;

namespace Codec.Bench.Arenas;

/// <summary>The account of <c>account.fbs</c>, and the generated code that reads it in place.</summary>
internal static class AccountCodec
{
    internal static CodecSide<Account> Side() => new(
        Make(),
        payload => Account.View.TryCreate(payload, out Account.View view) ? Sum(view) : 0,
        payload => Account.View.TryCreateVerified(payload, out Account.View view) ? Sum(view) : 0);

    private static Account Make() => new()
    {
        Id = 4711,
        Name = "Noor",
        State = State.Initialized | State.Calculated,
        Wallet = new Balance { Currency = "CHF", Amount = 2750.5 },
        Asset = new Balance { Currency = "JPY", Amount = 90_000 },
        Orders = new(
        [
            new Order { Id = 71, Symbol = "CHFJPY", Side = OrderSide.Sell, Type = OrderType.Limit, Price = 171.25, Volume = 40 },
            new Order { Id = 72, Symbol = "USDCHF", Side = OrderSide.Buy, Type = OrderType.Market, Price = 0.8125, Volume = 1500 },
            new Order { Id = 75, Symbol = "CHFJPY", Side = OrderSide.Buy, Type = OrderType.Stop, Price = 168.5, Volume = 12.5 },
        ]),
    };

    private static ulong Sum(Account.View account)
    {
        ulong sum = FieldBits.Of(account.Id) + FieldBits.Of(account.NameUtf8) + (byte)account.State + Sum(account.Wallet) + Sum(account.Asset);
        foreach (Order.View order in account.Orders)
        {
            sum += FieldBits.Of(order.Id) + FieldBits.Of(order.SymbolUtf8) + FieldBits.Of((sbyte)order.Side) + FieldBits.Of((sbyte)order.Type)
                + FieldBits.Of(order.Price) + FieldBits.Of(order.Volume);
        }

        return sum;
    }

    private static ulong Sum(Balance.View balance) => FieldBits.Of(balance.CurrencyUtf8) + FieldBits.Of(balance.Amount);
}
