import { sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'

type Kind = Tables['removed_item']['kind']
type Part = { readonly table: keyof Tables; readonly column: string }

/** The tables whose rows go with it, each before those that refer to it. */
const parts: Record<Kind, readonly Part[]> = {
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

type Item = {
  readonly id: string
  readonly projectId: string
  readonly kind: Kind
  readonly hash: string | null
  readonly removedBy: number
}

/** Keeps the rows of what is about to be deleted, as they are now. */
export async function keepRemoved(
  { db, organizationId }: Tenant,
  { id, projectId, kind, hash, removedBy }: Item,
): Promise<void> {
  const rows = parts[kind].map(
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
 * Puts the rows back, but for outputs of what has gone meanwhile, and returns what it was; `undefined` when
 * nothing is kept. Throws what the database refuses, such as a name that has been given again.
 */
export async function putBack(
  { db, organizationId }: Tenant,
  { id, projectId }: Pick<Item, 'id' | 'projectId'>,
): Promise<Kind | undefined> {
  const item = await db
    .deleteFrom('removed_item')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returning(['kind', 'rows'])
    .executeTakeFirst()
  if (!item) return undefined
  const rows = item.rows as Readonly<Record<string, unknown>>
  for (const { table } of parts[item.kind]) {
    const still =
      table === 'prompt_output'
        ? sql`where exists (select from prompt p where p.id = t.prompt_id)
            and exists (select from prompt_document d where d.id = t.document_id)
            and exists (select from llm_profile l where l.id = t.profile_id)`
        : sql``
    await sql`
      insert into ${sql.table(table)}
      select t.* from jsonb_populate_recordset(null::${sql.table(table)},
        ${JSON.stringify(rows[table] ?? [])}::jsonb) t ${still}`.execute(db)
  }
  return item.kind
}

/** The contents of documents that the project could still bring back. */
export async function listKeptHashes(
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

/** Gives up what was deleted before that moment, and returns the contents that it had. */
export async function forgetRemoved(
  { db, organizationId }: Tenant,
  before: Date,
): Promise<readonly string[]> {
  const rows = await db
    .deleteFrom('removed_item')
    .where('organization_id', '=', organizationId)
    .where('removed_at', '<', before)
    .returning('hash')
    .execute()
  return rows.flatMap(({ hash }) => hash ?? [])
}
