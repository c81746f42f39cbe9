import type { Installation } from './database.ts'

/** What the installation has noted once under a key, such as that something was seeded. */
export async function findMark({ db }: Installation, key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('installation')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.value
}

/** Of several processes that set the same mark, the first one wins. */
export async function setMark({ db }: Installation, key: string, value: string): Promise<void> {
  await db
    .insertInto('installation')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}
