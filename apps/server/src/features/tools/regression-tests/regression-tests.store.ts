import { type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import { toStorableJson, toStorableText } from '../../../platform/db/sql-text.ts'
import type { ToolMetadata } from '../tool-metadata.ts'
import type { ComparedAnswer } from './run-test-case.ts'
import type { TestCase, TestCases } from './test-cases.ts'

/** A row with the compared versions, which only the worker needs. */
export type ClaimedRegressionTest = Selectable<Tables['verification']>
export type RegressionTestRow = Omit<ClaimedRegressionTest, 'candidate' | 'published'>
export type RegressionResultRow = Selectable<Tables['verification_result']>

/** All columns except the compared versions, which are large. */
const columns = [
  'id',
  'organization_id',
  'project_id',
  'digest',
  'state',
  'version',
  'documents',
  'documents_done',
  'contradicted',
  'not_kept',
  'error',
  'worker_id',
  'deaths',
  'created_by',
  'created_at',
  'started_at',
  'ended_at',
] as const

/** Maximum number of tests per project; the oldest are deleted. */
const maxTestsPerProject = 20

type NewRegressionTest = {
  readonly id: string
  readonly projectId: string
  readonly digest: string
  readonly candidate: ToolMetadata
  readonly exportedMetadata: ToolMetadata | undefined
  readonly exportedVersion: number | null
  readonly testCases: Pick<TestCases, 'documents' | 'disputedCount' | 'unavailable'>
  readonly userId: number
}

/** Returns `undefined` when the project already has an open test. */
export async function insertRegressionTest(
  { db, organizationId }: Tenant,
  {
    id,
    projectId,
    digest,
    candidate,
    exportedMetadata,
    exportedVersion,
    testCases,
    userId,
  }: NewRegressionTest,
): Promise<RegressionTestRow | undefined> {
  return db
    .insertInto('verification')
    .values({
      id,
      organization_id: organizationId,
      project_id: projectId,
      digest,
      version: exportedVersion,
      candidate: toStorableJson(candidate),
      published: exportedMetadata ? toStorableJson(exportedMetadata) : null,
      documents: testCases.documents.length,
      contradicted: testCases.disputedCount,
      not_kept: testCases.unavailable,
      created_by: userId,
    })
    .onConflict((c) => c.doNothing())
    .returning(columns)
    .executeTakeFirst()
}

export async function deleteOldRegressionTests(
  { db, organizationId }: Tenant,
  projectId: string,
): Promise<void> {
  await sql`
    delete from verification where organization_id = ${organizationId} and id in (
      select id from verification
      where organization_id = ${organizationId} and project_id = ${projectId}
        and state not in ('waiting', 'running')
      order by created_at desc, id offset ${maxTestsPerProject - 1})`.execute(db)
}

/** Lists tests, newest first. */
export async function listRegressionTestRows(
  { db, organizationId }: Tenant,
  projectId: string,
): Promise<RegressionTestRow[]> {
  return db
    .selectFrom('verification')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(maxTestsPerProject)
    .execute()
}

export async function findRegressionTest(
  { db, organizationId }: Tenant,
  { projectId, id }: { readonly projectId: string; readonly id: string },
): Promise<RegressionTestRow | undefined> {
  return db
    .selectFrom('verification')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
}

type OutcomeCounts = Readonly<Record<RegressionResultRow['outcome'], number>>

/** Counts the values of each test by outcome. */
export async function countOutcomes(
  { db, organizationId }: Tenant,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OutcomeCounts>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string } & OutcomeCounts>`
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

/** Lists regressions first, then failed values, then improved ones. */
export async function listRegressionResults(
  { db, organizationId }: Tenant,
  { id, limit, outcome }: { id: string; limit: number; outcome?: ComparedAnswer['outcome'] },
): Promise<RegressionResultRow[]> {
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

type TestCaseResult = {
  readonly id: string
  readonly workerId: string
  readonly testCase: TestCase
  readonly values: readonly ComparedAnswer[]
}

/** Returns false when the worker has lost its claim: then nothing is stored. */
export async function saveTestCaseResult(
  { db, organizationId }: Tenant,
  { id, workerId, testCase, values }: TestCaseResult,
): Promise<boolean> {
  const updateResult = await db
    .updateTable('verification')
    .set((row) => ({ documents_done: row('documents_done', '+', 1) }))
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('worker_id', '=', workerId)
    .where('state', '=', 'running')
    .executeTakeFirst()
  if (updateResult.numUpdatedRows === 0n) return false
  // The document was deleted in the meantime, so its values are not stored.
  if (!(await lockDocument({ db, organizationId }, testCase.hash))) return true
  const toStorable = (value: string | null) => (value === null ? null : toStorableText(value))
  await db
    .insertInto('verification_result')
    .values(
      values.map((value) => ({
        organization_id: organizationId,
        verification_id: id,
        document_hash: testCase.hash,
        prompt_key: value.key,
        document_id: testCase.documentId,
        document_name: testCase.name,
        outcome: value.outcome,
        truth: value.expectedValue,
        before_value: toStorable(value.exportedValue),
        after_value: toStorable(value.candidateValue),
        was_right: value.wasCorrect,
        is_right: value.isCorrect,
        error: toStorable(value.error),
      })),
    )
    .execute()
  return true
}

async function lockDocument({ db, organizationId }: Tenant, hash: string): Promise<boolean> {
  const row = await db
    .selectFrom('stored_document')
    .select('hash')
    .where('organization_id', '=', organizationId)
    .where('hash', '=', hash)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Lists the documents that an earlier claim has finished. */
export async function listFinishedHashes(
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

type TestEndState = { readonly id: string; readonly workerId?: string } & (
  | { readonly state: 'done' | 'cancelled' }
  | { readonly state: 'failed'; readonly error: string }
)

/** Returns false when the test had already ended, or another worker has claimed it. */
export async function endRegressionTest(
  { db, organizationId }: Tenant,
  { id, workerId, ...endState }: TestEndState,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('verification')
    .set({
      state: endState.state,
      error: endState.state === 'failed' ? toStorableText(endState.error) : null,
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
