import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import { toStorableJson, toStorableText } from '../../../platform/db/sql-text.ts'
import type { ToolMetadata } from '../tool-metadata.ts'
import type { SplitDocument } from './measure/split-documents.ts'

export type ImprovementRow = Omit<Selectable<Tables['improvement']>, 'metadata'>
export type ImprovementResultRow = Selectable<Tables['improvement_result']>
export type ImprovementChangeRow = Selectable<Tables['improvement_change']>
export type NewResult = Omit<
  Insertable<Tables['improvement_result']>,
  'organization_id' | 'improvement_id' | 'decision'
>
export type NewChange = Omit<
  Insertable<Tables['improvement_change']>,
  'organization_id' | 'improvement_id'
>

/** All columns except the metadata, which are large. */
const columns = [
  'id',
  'organization_id',
  'project_id',
  'state',
  'prompt_keys',
  'llm_id',
  'max_candidates',
  'budget_calls',
  'budget_dollars',
  'calls_used',
  'reserved_dollars',
  'attempts',
  'fields_done',
  'error',
  'created_by',
  'created_at',
  'ended_at',
] as const

const maxListed = 10

type NewImprovement = {
  readonly id: string
  readonly projectId: string
  readonly metadata: ToolMetadata
  readonly promptKeys: readonly { readonly key: string; readonly promptId: string }[]
  readonly llmId: string | null
  readonly maxCandidates: number
  readonly budgetCalls: number
  readonly budgetDollars: number | null
  readonly userId: number
}

/** Returns `undefined` while another improvement of the project is open. */
export async function insertImprovement(
  { db, organizationId }: Tenant,
  { id, projectId, metadata, promptKeys, llmId, userId, ...limits }: NewImprovement,
): Promise<ImprovementRow | undefined> {
  return db
    .insertInto('improvement')
    .values({
      id,
      organization_id: organizationId,
      project_id: projectId,
      metadata: toStorableJson(metadata),
      prompt_keys: JSON.stringify(promptKeys),
      llm_id: llmId,
      max_candidates: limits.maxCandidates,
      budget_calls: limits.budgetCalls,
      budget_dollars: limits.budgetDollars,
      created_by: userId,
    })
    .onConflict((c) => c.doNothing())
    .returning(columns)
    .executeTakeFirst()
}

/** Lists improvements, newest first. */
export async function listImprovementRows(
  { db, organizationId }: Tenant,
  projectId: string,
): Promise<ImprovementRow[]> {
  return db
    .selectFrom('improvement')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(maxListed)
    .execute()
}

type ImprovementRef = { readonly projectId: string; readonly id: string }

export async function findImprovement(
  { db, organizationId }: Tenant,
  { projectId, id }: ImprovementRef,
): Promise<ImprovementRow | undefined> {
  return db
    .selectFrom('improvement')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Returns the improvement that a worker starts or continues; `undefined` if it has ended. */
export async function beginImprovement(
  { db, organizationId }: Tenant,
  id: string,
): Promise<Selectable<Tables['improvement']> | undefined> {
  return db
    .updateTable('improvement')
    .set((row) => ({ state: 'running' as const, attempts: row('attempts', '+', 1) }))
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .returningAll()
    .executeTakeFirst()
}

type CallToCount = {
  readonly id: string
  /** Says what the call costs at most. */
  readonly dollars: number
}

/** Counts a call and reserves its cost before it is made, in one statement; returns false if the budget does not allow it. */
export async function reserveCall(
  { db, organizationId }: Tenant,
  { id, dollars }: CallToCount,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('improvement')
    .set((row) => ({
      calls_used: row('calls_used', '+', 1),
      reserved_dollars: row('reserved_dollars', '+', dollars),
    }))
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .whereRef('calls_used', '<', 'budget_calls')
    .where((row) =>
      row.or([
        row('budget_dollars', 'is', null),
        row(row('reserved_dollars', '+', dollars), '<=', row.ref('budget_dollars')),
      ]),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

type CallToSettle = { readonly id: string; readonly bound: number; readonly cost: number }

/** Replaces the bound of a call by its cost. */
export async function settleCall(
  { db, organizationId }: Tenant,
  { id, bound, cost }: CallToSettle,
): Promise<void> {
  await db
    .updateTable('improvement')
    .set((row) => ({ reserved_dollars: row('reserved_dollars', '+', cost - bound) }))
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export async function saveProgress(
  { db, organizationId }: Tenant,
  id: string,
  fieldsDone: number,
): Promise<void> {
  await db
    .updateTable('improvement')
    .set({ fields_done: fieldsDone })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export type Ending = {
  readonly id: string
  readonly state: 'done' | 'stopped' | 'failed' | 'cancelled'
  readonly error?: string | undefined
}

/** Returns false if the improvement had already ended. */
export async function endImprovement(
  { db, organizationId }: Tenant,
  { id, state, error }: Ending,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('improvement')
    .set({
      state,
      error: error === undefined ? null : toStorableText(error),
      ended_at: new Date(),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

type ResultsToSave = {
  readonly id: string
  readonly results: readonly NewResult[]
  readonly changes: readonly NewChange[]
}

const toStorable = (value: string | null | undefined) =>
  value == null ? null : toStorableText(value)

/** Call it in the transaction that ends the improvement. Changes of documents that were deleted are left out. */
export async function saveResults(
  { db, organizationId }: Tenant,
  { id, results, changes }: ResultsToSave,
): Promise<void> {
  const key = { organization_id: organizationId, improvement_id: id }
  if (results.length > 0) {
    await db
      .insertInto('improvement_result')
      .values(
        results.map((result) => ({
          ...result,
          ...key,
          reason: toStorableText(result.reason),
          after_prompt: toStorable(result.after_prompt),
        })),
      )
      .execute()
  }
  if (changes.length === 0) return
  const storedDocuments = await db
    .selectFrom('stored_document')
    .select('hash')
    .where('organization_id', '=', organizationId)
    .where(
      'hash',
      'in',
      changes.map(({ document_hash }) => document_hash),
    )
    .forKeyShare()
    .execute()
  const hashes = new Set(storedDocuments.map(({ hash }) => hash))
  const rows = changes.filter(({ document_hash }) => hashes.has(document_hash))
  if (rows.length === 0) return
  await db
    .insertInto('improvement_change')
    .values(
      rows.map((row) => ({
        ...row,
        ...key,
        before_value: toStorable(row.before_value),
        after_value: toStorable(row.after_value),
      })),
    )
    .execute()
}

export async function listResults(
  { db, organizationId }: Tenant,
  ids: readonly string[],
): Promise<ImprovementResultRow[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('improvement_result')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('improvement_id', 'in', [...ids])
    .orderBy('prompt_key')
    .execute()
}

export async function listChanges(
  { db, organizationId }: Tenant,
  ids: readonly string[],
): Promise<ImprovementChangeRow[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('improvement_change')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('improvement_id', 'in', [...ids])
    .orderBy('is_right')
    .orderBy('document_name')
    .execute()
}

/** Returns false if somebody has decided already. */
export async function saveDecision(
  { db, organizationId }: Tenant,
  { id, promptId, decision }: DecisionToSave,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('improvement_result')
    .set({ decision })
    .where('organization_id', '=', organizationId)
    .where('improvement_id', '=', id)
    .where('prompt_id', '=', promptId)
    .where('outcome', '=', 'proposed')
    .where('decision', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

type DecisionToSave = {
  readonly id: string
  readonly promptId: string
  readonly decision: 'accepted' | 'edited' | 'dropped'
}

export type EarlierRuns = {
  /** Number of runs that have proposed wordings for the prompt. */
  readonly ended: number
  /** Number of runs that have tested a wording on the held-out part. */
  readonly tested: number
}

/** Counts the earlier runs by prompt id. */
export async function countEarlierRuns(
  { db, organizationId }: Tenant,
  promptIds: readonly string[],
): Promise<ReadonlyMap<string, EarlierRuns>> {
  if (promptIds.length === 0) return new Map()
  const { rows } = await sql<{ promptId: string } & EarlierRuns>`
    select prompt_id as "promptId", count(chance)::integer as tested,
      count(*) filter (where outcome not in ('budget', 'failed', 'too_few'))::integer as ended
    from improvement_result
    where organization_id = ${organizationId} and prompt_id = any(${[...promptIds]}::uuid[])
    group by 1`.execute(db)
  return new Map(rows.map(({ promptId, ...counts }) => [promptId, counts]))
}

export async function listDocumentParts(
  { db, organizationId }: Tenant,
  projectId: string,
): Promise<ReadonlyMap<string, SplitDocument>> {
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
  documents: ReadonlyMap<string, SplitDocument>,
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
