import { type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'

export type TextFileRow = Selectable<Tables['text_file']>

type NewTextFile = Pick<TextFileRow, 'name' | 'purpose' | 'external_file_id' | 'file_hash'>

export async function insertTextFile(
  { db, organizationId }: Tenant,
  file: NewTextFile,
): Promise<TextFileRow> {
  return db
    .insertInto('text_file')
    .values({ ...file, organization_id: organizationId })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findTextFile(
  { db, organizationId }: Tenant,
  id: string,
): Promise<TextFileRow | undefined> {
  return db
    .selectFrom('text_file')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`id::text = ${id}`)
    .executeTakeFirst()
}

export type TextFileFilter = {
  readonly name?: string | undefined
  readonly externalId?: string | undefined
  readonly ids?: readonly string[] | undefined
  readonly orderBy: 'created_at' | 'name' | 'id'
  readonly offset: number
  readonly limit: number
}

/** Returns files by name or id, or the newest first. */
export async function findTextFiles(
  { db, organizationId }: Tenant,
  { name, externalId, ids, orderBy, offset, limit }: TextFileFilter,
): Promise<TextFileRow[]> {
  let query = db.selectFrom('text_file').selectAll().where('organization_id', '=', organizationId)
  if (name !== undefined) query = query.where('name', '=', name)
  if (externalId !== undefined) query = query.where('external_file_id', '=', externalId)
  if (ids) query = query.where(sql<boolean>`id::text = any(${[...ids]}::text[])`)
  return query
    .orderBy(orderBy, orderBy === 'created_at' ? 'desc' : 'asc')
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute()
}

export async function findOldTextFiles(
  { db, organizationId }: Tenant,
  { days, limit }: { readonly days: number; readonly limit: number },
): Promise<TextFileRow[]> {
  return db
    .selectFrom('text_file')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .orderBy('created_at')
    .limit(limit)
    .execute()
}

export async function deleteTextFile({ db, organizationId }: Tenant, id: string): Promise<void> {
  await db
    .deleteFrom('text_file')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}
