import type { Installation } from './database.ts'

/** Reads a value that the installation stored under a key, for example that it was seeded. */
export async function findInstallationValue(
  { db }: Installation,
  key: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('installation')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.value
}

/** Stores a value once: if several processes set the same key, the first one wins. */
export async function setInstallationValueOnce(
  { db }: Installation,
  key: string,
  value: string,
): Promise<void> {
  await db
    .insertInto('installation')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}
