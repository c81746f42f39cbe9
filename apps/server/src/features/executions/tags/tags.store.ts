import { type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'

export type TagRow = Selectable<Tables['tag']>

/** Inserts the tags that do not exist; existing tags stay unchanged. */
export async function insertMissingTags(
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

/** Returns `undefined` when the name is taken. */
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

export async function updateTagDescription(
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

type TagPageRequest = {
  readonly page: number
  readonly pageSize: number
  readonly name?: string | undefined
}

/** Finds a page of tags sorted by name. */
export async function findTagPage(
  { db, organizationId }: Tenant,
  { page, pageSize, name }: TagPageRequest,
): Promise<{ readonly count: number; readonly rows: readonly TagRow[] }> {
  let tags = db.selectFrom('tag').where('organization_id', '=', organizationId)
  if (name !== undefined) tags = tags.where('name', '=', name)
  const [total, rows] = await Promise.all([
    tags.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow(),
    tags
      .selectAll()
      .orderBy('name')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
  ])
  return { count: total.count, rows }
}
