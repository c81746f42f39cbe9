import type { Selectable } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'

/** With the document of the project that has the content. */
export type TruthRow = Selectable<Tables['truth']> & { readonly document_id: string }

/** Of the project's prompts and documents. */
export async function listTruthRows(
  { db, organizationId }: Tenant,
  projectId: string,
): Promise<TruthRow[]> {
  return db
    .selectFrom('truth')
    .innerJoin('prompt', 'prompt.id', 'truth.prompt_id')
    .innerJoin('prompt_document', (join) =>
      join
        .onRef('prompt_document.hash', '=', 'truth.document_hash')
        .onRef('prompt_document.project_id', '=', 'prompt.project_id'),
    )
    .selectAll('truth')
    .select('prompt_document.id as document_id')
    .where('truth.organization_id', '=', organizationId)
    .where('prompt.project_id', '=', projectId)
    .orderBy('truth.modified_at')
    .execute()
}

type Said = Pick<TruthRow, 'prompt_id' | 'document_hash' | 'value' | 'source' | 'created_by'> & {
  /** As JSON. */
  readonly evidence: string | null
  readonly machine_value: string | null
  readonly document_name?: string | null
}

/** In the place of what was said before, which settles what contradicted it. */
export async function saveTruthRow(
  { db, organizationId }: Tenant,
  { prompt_id, document_hash, ...said }: Said,
): Promise<Selectable<Tables['truth']>> {
  return db
    .insertInto('truth')
    .values({ organization_id: organizationId, prompt_id, document_hash, ...said })
    .onConflict((c) =>
      c.columns(['prompt_id', 'document_hash']).doUpdateSet({
        ...said,
        ...{ other_value: null, other_source: null, other_by: null, other_at: null },
        modified_at: new Date(),
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Keeps what contradicts a truth beside it: neither is used until somebody has settled which is right. */
export async function contradictTruthRow(
  { db, organizationId }: Tenant,
  { prompt_id, document_hash, value, source, created_by }: Omit<Said, 'evidence' | 'machine_value'>,
): Promise<void> {
  await db
    .updateTable('truth')
    .set({ other_value: value, other_source: source, other_by: created_by, other_at: new Date() })
    .where('organization_id', '=', organizationId)
    .where('prompt_id', '=', prompt_id)
    .where('document_hash', '=', document_hash)
    .execute()
}

/** What was said of one document, by prompt. */
export async function listTruthsOfDocument(
  { db, organizationId }: Tenant,
  { promptIds, hash }: { readonly promptIds: readonly string[]; readonly hash: string },
): Promise<ReadonlyMap<string, Selectable<Tables['truth']>>> {
  if (promptIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('truth')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('document_hash', '=', hash)
    .where('prompt_id', 'in', promptIds)
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.prompt_id, row]))
}

export async function deleteTruthRow(
  { db, organizationId }: Tenant,
  { prompt_id, document_hash }: Pick<Said, 'prompt_id' | 'document_hash'>,
): Promise<void> {
  await db
    .deleteFrom('truth')
    .where('organization_id', '=', organizationId)
    .where('prompt_id', '=', prompt_id)
    .where('document_hash', '=', document_hash)
    .execute()
}
