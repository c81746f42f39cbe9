import { type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'

export type TextFileRow = Selectable<Tables['text_file']>

type NewTextFile = Pick<
  TextFileRow,
  'deployment_id' | 'name' | 'purpose' | 'external_file_id' | 'file_hash'
>

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

/** The files of an owner are those that its key opens. */
export type FileOwner = {
  readonly tenant: Tenant
  /** The only deployment that the key opens; null for keys of the organization, which have all files. */
  readonly deploymentId: string | null
}

function selectOwnFiles({ tenant: { db, organizationId }, deploymentId }: FileOwner) {
  const query = db.selectFrom('text_file').selectAll().where('organization_id', '=', organizationId)
  return deploymentId === null ? query : query.where('deployment_id', '=', deploymentId)
}

export async function findTextFile(owner: FileOwner, id: string): Promise<TextFileRow | undefined> {
  return selectOwnFiles(owner).where(sql<boolean>`id::text = ${id}`).executeTakeFirst()
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
  owner: FileOwner,
  { name, externalId, ids, orderBy, offset, limit }: TextFileFilter,
): Promise<TextFileRow[]> {
  let query = selectOwnFiles(owner)
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
