using Bestiary;

namespace Codec.Bench.Arenas;

internal static class MonstersCodec
{
    internal static CodecSide<Monsters> Side(Monsters data) => new(
        data,
        payload => Monsters.View.TryCreate(payload, out Monsters.View view) ? Sum(view) : 0,
        payload => Monsters.View.TryCreateVerified(payload, out Monsters.View view) ? Sum(view) : 0,
        Write);

    private static ulong Sum(Monsters.View monsters)
    {
        ulong sum = 0;
        foreach (Monster.View monster in monsters.Data)
        {
            sum += Sum(monster.Pos.GetValueOrDefault()) + FieldBits.Of(monster.Mana) + FieldBits.Of(monster.Hp) + FieldBits.Of(monster.NameUtf8)
                + FieldBits.Each(monster.Inventory) + FieldBits.Of((sbyte)monster.Color) + Sum(monster.Equipped);
            foreach (Weapon.View weapon in monster.Weapons)
            {
                sum += Sum(weapon);
            }

            foreach (ref readonly Vec3 point in monster.Path)
            {
                sum += Sum(point);
            }
        }

        return sum;
    }

    private static ulong Sum(Weapon.View weapon) => FieldBits.Of(weapon.NameUtf8) + FieldBits.Of(weapon.Damage);

    private static ulong Sum(in Vec3 vector) => FieldBits.Of(vector.X) + FieldBits.Of(vector.Y) + FieldBits.Of(vector.Z);

    private static int Write(Monsters data, byte[] buffer)
    {
        PayloadWriter writer = new(buffer);
        Monster.VectorWriter monsters = Monsters.Writer.Begin(ref writer).StartData(ref writer, data.Data!.Count);
        foreach (Monster one in data.Data)
        {
            Monster.Writer monster = monsters.Add(ref writer, one.Pos, one.Mana, one.Hp, one.Name, one.Inventory!.AsSpan(), one.Color,
                one.Path!.AsSpan());
            Weapon.VectorWriter weapons = monster.StartWeapons(ref writer, one.Weapons!.Count);
            foreach (Weapon weapon in one.Weapons)
            {
                weapons.Add(ref writer, weapon.Name, weapon.Damage);
            }

            monster.WriteEquipped(ref writer, one.Equipped!.Name, one.Equipped.Damage);
        }

        return writer.TryFinish(out int size) ? size : 0;
    }
}
