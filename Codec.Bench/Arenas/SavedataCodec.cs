using Codec.Generated;
using Savedata;

namespace Codec.Bench.Arenas;

internal static class SavedataCodec
{
    internal static CodecSide<Players> Side(Players data) => new(
        data,
        payload => Players.View.TryCreate(payload, out Players.View view) ? Sum(view) : 0,
        payload => Players.View.TryCreateVerified(payload, out Players.View view) ? Sum(view) : 0);

    private static ulong Sum(Players.View players)
    {
        ulong sum = 0;
        foreach (Player.View player in players.All)
        {
            sum += Sum(player) + Sum(player.SelectedItem) + Sum(player.Inventory) + Sum(player.EnderItems) + Sum(player.RecipeBook)
                + Sum(player.ShoulderEntityLeft) + Sum(player.ShoulderEntityRight);
            Vehicle.View vehicle = player.RootVehicle;
            if (vehicle.IsPresent)
            {
                sum += Sum(vehicle.Uuid) + Sum(vehicle.Entity);
            }
        }

        return sum;
    }

    private static ulong Sum(Player.View player)
    {
        Abilities abilities = player.Abilities;
        return FieldBits.Of((sbyte)player.GameType) + FieldBits.Of((sbyte)player.PreviousGameType) + FieldBits.Of(player.Score)
            + FieldBits.Of(player.DimensionUtf8) + player.SelectedItemSlot + FieldBits.Of(player.SpawnDimensionUtf8) + FieldBits.Of(player.SpawnX)
            + FieldBits.Of(player.SpawnY) + FieldBits.Of(player.SpawnZ) + FieldBits.Of(player.SpawnForced.GetValueOrDefault()) + player.SleepTimer
            + FieldBits.Of(player.FoodExhaustionLevel) + FieldBits.Of(player.FoodSaturationLevel) + player.FoodTickTimer + player.XpLevel
            + FieldBits.Of(player.XpP) + FieldBits.Of(player.XpTotal) + FieldBits.Of(player.XpSeed) + FieldBits.Of(player.SeenCredits)
            + FieldBits.Of(abilities.WalkSpeed) + FieldBits.Of(abilities.FlySpeed) + FieldBits.Of(abilities.MayFly) + FieldBits.Of(abilities.Flying)
            + FieldBits.Of(abilities.Invulnerable) + FieldBits.Of(abilities.MayBuild) + FieldBits.Of(abilities.Instabuild)
            + Sum(player.EnteredNetherPosition.GetValueOrDefault());
    }

    private static ulong Sum(Entity.View entity)
    {
        if (!entity.IsPresent)
        {
            return 0;
        }

        Vector2f rotation = entity.Rotation;
        return FieldBits.Of(entity.IdUtf8) + Sum(entity.Pos) + Sum(entity.Motion) + FieldBits.Of(rotation.X) + FieldBits.Of(rotation.Y)
            + FieldBits.Of(entity.FallDistance) + entity.Fire + entity.Air + FieldBits.Of(entity.OnGround) + FieldBits.Of(entity.NoGravity)
            + FieldBits.Of(entity.Invulnerable) + FieldBits.Of(entity.PortalCooldown) + Sum(entity.Uuid) + FieldBits.Of(entity.CustomNameUtf8)
            + FieldBits.Of(entity.CustomNameVisible) + FieldBits.Of(entity.Silent) + FieldBits.Of(entity.Glowing);
    }

    private static ulong Sum(RecipeBook.View book) => Sum(book.Recipes) + Sum(book.ToBeDisplayed) + FieldBits.Of(book.IsFilteringCraftable)
        + FieldBits.Of(book.IsGuiOpen) + FieldBits.Of(book.IsFurnaceFilteringCraftable) + FieldBits.Of(book.IsFurnaceGuiOpen)
        + FieldBits.Of(book.IsBlastingFurnaceFilteringCraftable) + FieldBits.Of(book.IsBlastingFurnaceGuiOpen)
        + FieldBits.Of(book.IsSmokerFilteringCraftable) + FieldBits.Of(book.IsSmokerGuiOpen);

    private static ulong Sum(Item.VectorView items)
    {
        ulong sum = 0;
        foreach (Item.View item in items)
        {
            sum += Sum(item);
        }

        return sum;
    }

    private static ulong Sum(TextVector texts)
    {
        ulong sum = 0;
        foreach (ReadOnlySpan<byte> text in texts)
        {
            sum += FieldBits.Of(text);
        }

        return sum;
    }

    private static ulong Sum(Item.View item) => FieldBits.Of(item.Count) + item.Slot + FieldBits.Of(item.IdUtf8);

    private static ulong Sum(in Vector3d vector) => FieldBits.Of(vector.X) + FieldBits.Of(vector.Y) + FieldBits.Of(vector.Z);

    private static ulong Sum(in Uuid uuid) => (ulong)uuid.X0 + uuid.X1 + uuid.X2 + uuid.X3;
}
