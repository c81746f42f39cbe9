import { type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'

/** An expected value, with the project's document that has its content hash. */
export type ExpectedValueRow = Selectable<Tables['truth']> & { readonly document_id: string }

/** Lists the expected values for the project's prompts and documents. */
export async function listExpectedValueRows(
  tenant: Tenant,
  projectId: string,
): Promise<ExpectedValueRow[]> {
  return selectExpectedValues(tenant, projectId).execute()
}

type ValuesOfDocuments = { readonly projectId: string; readonly documentIds: readonly string[] }

export async function listExpectedValuesOfDocuments(
  tenant: Tenant,
  { projectId, documentIds }: ValuesOfDocuments,
): Promise<ExpectedValueRow[]> {
  if (documentIds.length === 0) return []
  return selectExpectedValues(tenant, projectId)
    .where('prompt_document.id', 'in', documentIds)
    .execute()
}

function selectExpectedValues({ db, organizationId }: Tenant, projectId: string) {
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
}

type NewExpectedValue = Pick<
  ExpectedValueRow,
  'prompt_id' | 'document_hash' | 'value' | 'source' | 'created_by'
> & {
  /** JSON text. */
  readonly evidence: string | null
  readonly machine_value: string | null
  readonly document_name?: string | null
}

/** Replaces the earlier value, and clears what contradicted it. */
export async function saveExpectedValueRow(
  { db, organizationId }: Tenant,
  { prompt_id, document_hash, ...fields }: NewExpectedValue,
): Promise<Selectable<Tables['truth']>> {
  return db
    .insertInto('truth')
    .values({ organization_id: organizationId, prompt_id, document_hash, ...fields })
    .onConflict((c) =>
      c.columns(['prompt_id', 'document_hash']).doUpdateSet({
        ...fields,
        other_value: null,
        other_source: null,
        other_by: null,
        other_at: null,
        modified_at: new Date(),
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Stores the value of somebody who disagrees beside the expected value. Neither is used until somebody
 * decides which is right.
 */
export async function saveDispute(
  { db, organizationId }: Tenant,
  {
    prompt_id,
    document_hash,
    value,
    source,
    created_by,
  }: Omit<NewExpectedValue, 'evidence' | 'machine_value'>,
): Promise<void> {
  await db
    .updateTable('truth')
    .set({ other_value: value, other_source: source, other_by: created_by, other_at: new Date() })
    .where('organization_id', '=', organizationId)
    .where('prompt_id', '=', prompt_id)
    .where('document_hash', '=', document_hash)
    .execute()
}

/** Whether two people disagree about an expected value, and nobody has decided yet. */
export const isDisputed = ({ other_at }: Pick<ExpectedValueRow, 'other_at'>): boolean =>
  other_at !== null

/** Locks the expected values of one document and returns them by prompt id. */
export async function lockExpectedValuesOfDocument(
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

export async function deleteExpectedValueRow(
  { db, organizationId }: Tenant,
  { prompt_id, document_hash }: Pick<NewExpectedValue, 'prompt_id' | 'document_hash'>,
): Promise<void> {
  await db
    .deleteFrom('truth')
    .where('organization_id', '=', organizationId)
    .where('prompt_id', '=', prompt_id)
    .where('document_hash', '=', document_hash)
    .execute()
}

/**
 * An expected value of an active prompt, with the document on which a regression test can answer it
 * again.
 */
export type TestableExpectedValue = {
  readonly key: string
  readonly type: string
  readonly value: string | null
  /** Whether two people disagree about it, so that the right value is unknown. */
  readonly isDisputed: boolean
  readonly hash: string
  /** Null for a document that was only reviewed and is not in the project. */
  readonly documentId: string | null
  readonly documentName: string
  readonly sealedPassword: string | null
  /**
   * Whether the document can be read: it is in the project, or the reviewed file is still stored. An
   * expected value itself stores no document.
   */
  readonly isReadable: boolean
}

export async function listTestableExpectedValues(
  { db, organizationId }: Tenant,
  { projectId, limit }: { readonly projectId: string; readonly limit: number },
): Promise<readonly TestableExpectedValue[]> {
  const { rows } = await sql<TestableExpectedValue>`
    select prompt.key, prompt.enforce_type as type, truth.value,
      truth.other_at is not null as "isDisputed", truth.document_hash as hash,
      document.id as "documentId",
      coalesce(document.name, truth.document_name, 'a reviewed document') as "documentName",
      document.sealed_password as "sealedPassword",
      document.id is not null or (truth.source = 'review' and stored.hash is not null) as "isReadable"
    from truth
    join prompt on prompt.id = truth.prompt_id
    left join lateral (
      select id, name, sealed_password from prompt_document
      where organization_id = ${organizationId} and project_id = ${projectId} and hash = truth.document_hash
      order by created_at, id limit 1
    ) document on true
    left join stored_document stored
      on stored.organization_id = truth.organization_id and stored.hash = truth.document_hash
    where truth.organization_id = ${organizationId} and prompt.project_id = ${projectId}
      and prompt.prompt_type = 'PROMPT' and prompt.active
    order by truth.document_hash, prompt.sequence_number, prompt.key
    limit ${limit}`.execute(db)
  return rows
}
