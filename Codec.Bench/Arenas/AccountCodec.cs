using Trading;

namespace Codec.Bench.Arenas;

internal static class AccountCodec
{
    internal static CodecSide<Account> Side(Account data) => new(
        data,
        payload => Account.View.TryCreate(payload, out Account.View view) ? Sum(view) : 0,
        payload => Account.View.TryCreateVerified(payload, out Account.View view) ? Sum(view) : 0);

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
