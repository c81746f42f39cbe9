import { sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'

type RemovedKind = Tables['removed_item']['kind']
type RemovedTable = { readonly table: keyof Tables; readonly column: string }

/** The tables whose rows are deleted with an item, each before the tables that refer to it. */
const removedTables: Record<RemovedKind, readonly RemovedTable[]> = {
  prompt: [
    { table: 'prompt', column: 'id' },
    { table: 'prompt_output', column: 'prompt_id' },
    { table: 'truth', column: 'prompt_id' },
    { table: 'judged_value', column: 'prompt_id' },
  ],
  document: [
    { table: 'prompt_document', column: 'id' },
    { table: 'document_context', column: 'document_id' },
    { table: 'prompt_output', column: 'document_id' },
  ],
}

type RemovedItem = {
  readonly id: string
  readonly projectId: string
  readonly kind: RemovedKind
  readonly hash: string | null
  readonly removedBy: number
}

/** Saves a copy of all rows that are about to be deleted. */
export async function saveRemoved(
  { db, organizationId }: Tenant,
  { id, projectId, kind, hash, removedBy }: RemovedItem,
): Promise<void> {
  const rows = removedTables[kind].map(
    ({ table, column }) => sql`${table}::text, (
      select coalesce(jsonb_agg(to_jsonb(t)), '[]') from ${sql.table(table)} t
      where t.organization_id = ${organizationId} and ${sql.ref(`t.${column}`)} = ${id})`,
  )
  await sql`
    insert into removed_item (id, organization_id, project_id, kind, hash, rows, removed_by)
    values (${id}, ${organizationId}, ${projectId}, ${kind}, ${hash},
      jsonb_build_object(${sql.join(rows)}), ${removedBy})
    on conflict (id) do update set rows = excluded.rows, removed_at = now()`.execute(db)
}

/**
 * Restores the rows, except outputs whose prompt, document or profile no longer exists, and returns
 * their kind; `undefined` if nothing is saved. Throws database errors, for example if the name is
 * in use again.
 */
export async function restoreRemoved(
  { db, organizationId }: Tenant,
  { id, projectId }: Pick<RemovedItem, 'id' | 'projectId'>,
): Promise<RemovedKind | undefined> {
  const item = await db
    .deleteFrom('removed_item')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returning(['kind', 'rows'])
    .executeTakeFirst()
  if (!item) return undefined
  const rows = item.rows as Readonly<Record<string, unknown>>
  for (const { table } of removedTables[item.kind]) {
    const ifParentsExist =
      table === 'prompt_output'
        ? sql`where exists (select from prompt p where p.id = t.prompt_id)
            and exists (select from prompt_document d where d.id = t.document_id)
            and exists (select from llm_profile l where l.id = t.profile_id)`
        : sql``
    await sql`
      insert into ${sql.table(table)}
      select t.* from jsonb_populate_recordset(null::${sql.table(table)},
        ${JSON.stringify(rows[table] ?? [])}::jsonb) t ${ifParentsExist}`.execute(db)
  }
  return item.kind
}

/** Lists the content hashes of documents that the project can still restore. */
export async function listRemovedHashes(
  { db, organizationId }: Tenant,
  projectId: string,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('removed_item')
    .select('hash')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .execute()
  return rows.flatMap(({ hash }) => hash ?? [])
}

/**
 * Purges what was deleted before the moment, and returns the content hashes of the purged
 * documents.
 */
export async function purgeRemovedBefore(
  { db, organizationId }: Tenant,
  moment: Date,
): Promise<readonly string[]> {
  const rows = await db
    .deleteFrom('removed_item')
    .where('organization_id', '=', organizationId)
    .where('removed_at', '<', moment)
    .returning('hash')
    .execute()
  return rows.flatMap(({ hash }) => hash ?? [])
}
