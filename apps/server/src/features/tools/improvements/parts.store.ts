import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'
import type { PlacedDocument } from './measure/split-documents.ts'

export async function listDocumentParts(
  { db, organizationId }: Tenant,
  projectId: string,
): Promise<ReadonlyMap<string, PlacedDocument>> {
  const rows = await db
    .selectFrom('expected_value_part')
    .select(['document_hash', 'part', 'basis'])
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .execute()
  return new Map(rows.map(({ document_hash, part, basis }) => [document_hash, { part, basis }]))
}

/** Deletes the parts of a project in which no improvement has called a model or measured a field. */
export async function deleteUnusedParts(
  { db, organizationId }: Tenant,
  projectId: string,
): Promise<void> {
  await sql`
    delete from expected_value_part
    where organization_id = ${organizationId} and project_id = ${projectId} and not exists (
      select from improvement i
      where i.organization_id = ${organizationId} and i.project_id = ${projectId} and (
        i.calls_used > 0 or exists (
          select from improvement_result r where r.improvement_id = i.id and r.outcome <> 'too_few'
        )
      )
    )`.execute(db)
}

/** A part that is stored stays what it is. */
export async function saveParts(
  { db, organizationId }: Tenant,
  projectId: string,
  documents: ReadonlyMap<string, PlacedDocument>,
): Promise<void> {
  if (documents.size === 0) return
  const rows = [...documents].map(([hash, { part, basis }]) => ({ hash, part, basis }))
  await sql`
    insert into expected_value_part (organization_id, project_id, document_hash, part, basis)
    select ${organizationId}::integer, ${projectId}::uuid, stored.hash, p.part, p.basis
    from json_to_recordset(${JSON.stringify(rows)}) as p (hash text, part text, basis text)
    join stored_document stored on stored.organization_id = ${organizationId} and stored.hash = p.hash
    on conflict do nothing`.execute(db)
}
