using Naval;

namespace Codec.Bench.Arenas;

internal static class Mk48Codec
{
    internal static CodecSide<Batch> Side(Batch data) => new(
        data,
        payload => Batch.View.TryCreate(payload, out Batch.View view) ? Sum(view) : 0,
        payload => Batch.View.TryCreateVerified(payload, out Batch.View view) ? Sum(view) : 0,
        Write);

    private static ulong Sum(Batch.View batch)
    {
        ulong sum = 0;
        foreach (Update.View update in batch.Updates)
        {
            sum += update.Score + FieldBits.Of(update.WorldRadius);
            foreach (Contact.View contact in update.Contacts)
            {
                sum += Sum(contact);
            }

            foreach (Terrain.View terrain in update.Terrain)
            {
                Chunk chunk = terrain.Chunk.GetValueOrDefault();
                sum += FieldBits.Of(chunk.X) + FieldBits.Of(chunk.Y) + FieldBits.Each(terrain.Data);
            }
        }

        return sum;
    }

    private static ulong Sum(Contact.View contact)
    {
        Orders orders = contact.Orders.GetValueOrDefault();
        Motion motion = contact.Motion.GetValueOrDefault();
        ulong sum = contact.Damage + (ulong)contact.EntityId + FieldBits.Of((sbyte)contact.EntityType) + contact.PlayerId
            + orders.Angle + FieldBits.Of(orders.Submerge) + FieldBits.Of(orders.Velocity)
            + FieldBits.Of(motion.Altitude) + motion.Angle + FieldBits.Of(motion.Velocity)
            + FieldBits.Of(motion.Position.X) + FieldBits.Of(motion.Position.Y) + FieldBits.Each(contact.Reloads);
        foreach (ushort angle in contact.TurretAngles)
        {
            sum += angle;
        }

        return sum;
    }

    private static int Write(Batch data, byte[] buffer)
    {
        PayloadWriter writer = new(buffer);
        Update.VectorWriter updates = Batch.Writer.Begin(ref writer).StartUpdates(ref writer, data.Updates!.Count);
        foreach (Update update in data.Updates)
        {
            Update.Writer written = updates.Add(ref writer, update.Score, update.WorldRadius);
            Contact.VectorWriter contacts = written.StartContacts(ref writer, update.Contacts!.Count);
            foreach (Contact one in update.Contacts)
            {
                contacts.Add(ref writer, one.Damage, one.EntityId, one.EntityType, one.Orders, one.PlayerId, one.Reloads!.AsSpan(), one.Motion,
                    one.TurretAngles!.AsSpan());
            }

            Terrain.VectorWriter terrain = written.StartTerrain(ref writer, update.Terrain!.Count);
            foreach (Terrain one in update.Terrain)
            {
                terrain.Add(ref writer, one.Chunk, one.Data!.AsSpan());
            }
        }

        return writer.TryFinish(out int size) ? size : 0;
    }
}
