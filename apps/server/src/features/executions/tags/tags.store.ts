import { type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'

export type TagRow = Selectable<Tables['tag']>

/** Those that are not known yet; a name that is known stays as it is. */
export async function keepTags(
  { db, organizationId }: Tenant,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return
  await db
    .insertInto('tag')
    .values(names.map((name) => ({ organization_id: organizationId, name })))
    .onConflict((c) => c.constraint('tag_name').doNothing())
    .execute()
}

type NewTag = { readonly name: string; readonly description: string }

/** `undefined` when the name is taken. */
export async function insertTag(
  { db, organizationId }: Tenant,
  tag: NewTag,
): Promise<TagRow | undefined> {
  return db
    .insertInto('tag')
    .values({ ...tag, organization_id: organizationId })
    .onConflict((c) => c.constraint('tag_name').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function findTag(
  { db, organizationId }: Tenant,
  id: string,
): Promise<TagRow | undefined> {
  return db
    .selectFrom('tag')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function changeTag(
  { db, organizationId }: Tenant,
  { id, description }: Pick<TagRow, 'id' | 'description'>,
): Promise<void> {
  await db
    .updateTable('tag')
    .set({ description })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export async function deleteTagRow({ db, organizationId }: Tenant, id: string): Promise<void> {
  await db
    .deleteFrom('tag')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

type Window = { readonly page: number; readonly pageSize: number }

/** By their names. */
export async function pageOfTags(
  { db, organizationId }: Tenant,
  { page, pageSize }: Window,
): Promise<{ readonly count: number; readonly rows: readonly TagRow[] }> {
  const all = db.selectFrom('tag').where('organization_id', '=', organizationId)
  const [counted, rows] = await Promise.all([
    all.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow(),
    all
      .selectAll()
      .orderBy('name')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
  ])
  return { count: counted.count, rows }
}
