import { type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import { storableJson, storableText } from '../../../platform/db/storable.ts'
import type { ToolMetadata } from '../tool-metadata.ts'
import type { Case, Cases } from './cases.ts'
import type { VerifiedAnswer } from './verify-document.ts'

export type VerificationRow = Omit<Selectable<Tables['verification']>, 'candidate' | 'published'>
export type VerificationResultRow = Selectable<Tables['verification_result']>

/** All but what was compared, which is large. */
const columns = [
  ...(['id', 'organization_id', 'project_id', 'digest', 'state', 'version'] as const),
  ...(['documents', 'documents_done', 'contradicted', 'not_kept', 'error'] as const),
  ...(['worker_id', 'deaths', 'created_by', 'created_at', 'started_at', 'ended_at'] as const),
] as const

/** Of a project; the oldest go first. */
const mostKept = 20

type NewVerification = {
  readonly id: string
  readonly projectId: string
  readonly digest: string
  readonly candidate: ToolMetadata
  readonly published: ToolMetadata | undefined
  readonly version: number | null
  readonly cases: Pick<Cases, 'documents' | 'contradicted' | 'notKept'>
  readonly userId: number
}

/** Returns `undefined` when one of the project is under way. */
export async function insertVerification(
  { db, organizationId }: Tenant,
  { id, projectId, digest, candidate, published, version, cases, userId }: NewVerification,
): Promise<VerificationRow | undefined> {
  return db
    .insertInto('verification')
    .values({
      ...{ id, organization_id: organizationId, project_id: projectId, digest, version },
      candidate: storableJson(candidate),
      published: published ? storableJson(published) : null,
      documents: cases.documents.length,
      contradicted: cases.contradicted,
      not_kept: cases.notKept,
      created_by: userId,
    })
    .onConflict((c) => c.doNothing())
    .returning(columns)
    .executeTakeFirst()
}

export async function forgetOldVerifications(
  { db, organizationId }: Tenant,
  projectId: string,
): Promise<void> {
  await sql`
    delete from verification where organization_id = ${organizationId} and id in (
      select id from verification
      where organization_id = ${organizationId} and project_id = ${projectId}
        and state not in ('waiting', 'running')
      order by created_at desc, id offset ${mostKept - 1})`.execute(db)
}

/** Newest first. */
export async function listVerificationRows(
  { db, organizationId }: Tenant,
  projectId: string,
): Promise<VerificationRow[]> {
  return db
    .selectFrom('verification')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(mostKept)
    .execute()
}

export async function findVerification(
  { db, organizationId }: Tenant,
  { projectId, id }: { readonly projectId: string; readonly id: string },
): Promise<VerificationRow | undefined> {
  return db
    .selectFrom('verification')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
}

type Counts = Readonly<Record<VerificationResultRow['outcome'], number>>

/** How many values came out how. */
export async function countOutcomes(
  { db, organizationId }: Tenant,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Counts>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string } & Counts>`
    select verification_id as id,
      count(*) filter (where outcome = 'better')::integer as better,
      count(*) filter (where outcome = 'worse')::integer as worse,
      count(*) filter (where outcome = 'unchanged')::integer as unchanged,
      count(*) filter (where outcome = 'new')::integer as new,
      count(*) filter (where outcome = 'failed')::integer as failed
    from verification_result
    where organization_id = ${organizationId} and verification_id = any(${ids}::uuid[])
    group by 1`.execute(db)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

/** What got worse first, then what failed, then what got better. */
export async function listVerificationResults(
  { db, organizationId }: Tenant,
  { id, limit, outcome }: { id: string; limit: number; outcome?: VerifiedAnswer['outcome'] },
): Promise<VerificationResultRow[]> {
  return db
    .selectFrom('verification_result')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('verification_id', '=', id)
    .$if(outcome !== undefined, (q) => q.where('outcome', '=', outcome ?? 'worse'))
    .orderBy(sql`array_position(array['worse', 'failed', 'better', 'new', 'unchanged'], outcome)`)
    .orderBy('is_right')
    .orderBy('document_name')
    .orderBy('prompt_key')
    .limit(limit)
    .execute()
}

type Finding = {
  readonly id: string
  readonly workerId: string
  readonly document: Case
  readonly values: readonly VerifiedAnswer[]
}

/** Returns false when the worker holds it no longer: then nothing is stored. */
export async function saveFinding(
  { db, organizationId }: Tenant,
  { id, workerId, document, values }: Finding,
): Promise<boolean> {
  const held = await db
    .updateTable('verification')
    .set((row) => ({ documents_done: row('documents_done', '+', 1) }))
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('worker_id', '=', workerId)
    .where('state', '=', 'running')
    .executeTakeFirst()
  if (held.numUpdatedRows === 0n) return false
  // Deleted meanwhile: what was read of it is not kept either.
  if (!(await holdDocument({ db, organizationId }, document.hash))) return true
  const text = (value: string | null) => (value === null ? null : storableText(value))
  await db
    .insertInto('verification_result')
    .values(
      values.map((one) => ({
        organization_id: organizationId,
        verification_id: id,
        document_hash: document.hash,
        prompt_key: one.key,
        document_id: document.documentId,
        document_name: document.name,
        outcome: one.outcome,
        truth: one.truth,
        before_value: text(one.before),
        after_value: text(one.after),
        was_right: one.wasRight,
        is_right: one.isRight,
        error: text(one.error),
      })),
    )
    .execute()
  return true
}

async function holdDocument({ db, organizationId }: Tenant, hash: string): Promise<boolean> {
  const row = await db
    .selectFrom('stored_document')
    .select('hash')
    .where('organization_id', '=', organizationId)
    .where('hash', '=', hash)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

/** The documents that an earlier hold has answered. */
export async function listVerifiedHashes(
  { db, organizationId }: Tenant,
  id: string,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('verification_result')
    .select('document_hash')
    .distinct()
    .where('organization_id', '=', organizationId)
    .where('verification_id', '=', id)
    .execute()
  return new Set(rows.map(({ document_hash }) => document_hash))
}

type Ending = { readonly id: string; readonly workerId?: string } & (
  | { readonly state: 'done' | 'cancelled' }
  | { readonly state: 'failed'; readonly error: string }
)

/** Returns false when it had ended before, or another worker has it. */
export async function endVerification(
  { db, organizationId }: Tenant,
  { id, workerId, ...ending }: Ending,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('verification')
    .set({
      state: ending.state,
      error: ending.state === 'failed' ? storableText(ending.error) : null,
      worker_id: null,
      ended_at: new Date(),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .$if(workerId !== undefined, (q) => q.where('worker_id', '=', workerId ?? ''))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
