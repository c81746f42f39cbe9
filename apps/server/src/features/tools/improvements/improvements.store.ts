import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import { toStorableJson, toStorableText } from '../../../platform/db/sql-text.ts'
import type { ToolMetadata } from '../tool-metadata.ts'

export type ImprovementRow = Omit<Selectable<Tables['improvement']>, 'metadata'>
export type ImprovementResultRow = Selectable<Tables['improvement_result']>
export type ImprovementChangeRow = Omit<
  Selectable<Tables['improvement_change']>,
  'organization_id'
> & {
  /** Number of changes of the result. */
  readonly total: number
}
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
  'kind',
  'state',
  'prompt_keys',
  'llm_id',
  'max_candidates',
  'compared_profiles',
  'tolerance',
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

type Kind = ImprovementRow['kind']

/** Settings of a comparison of profiles. */
type ProfilesToCompare = {
  readonly profiles: readonly {
    readonly id: string
    readonly name: string
    readonly settings: unknown
  }[]
  readonly tolerance: number
}

export type NewImprovement = {
  readonly id: string
  readonly projectId: string
  /** Absent for a search for better wordings. */
  readonly comparison?: ProfilesToCompare | undefined
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
  { id, projectId, metadata, promptKeys, llmId, userId, comparison, ...limits }: NewImprovement,
): Promise<ImprovementRow | undefined> {
  return db
    .insertInto('improvement')
    .values({
      id,
      organization_id: organizationId,
      project_id: projectId,
      kind: comparison ? 'profiles' : 'prompts',
      compared_profiles: comparison ? toStorableJson(comparison.profiles) : null,
      tolerance: comparison?.tolerance ?? 0,
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
  { projectId, kind }: Pick<ImprovementRef, 'projectId' | 'kind'>,
): Promise<ImprovementRow[]> {
  return db
    .selectFrom('improvement')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('kind', '=', kind)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(maxListed)
    .execute()
}

type ImprovementRef = { readonly projectId: string; readonly id: string; readonly kind: Kind }

export async function findImprovement(
  { db, organizationId }: Tenant,
  { projectId, id, kind }: ImprovementRef,
): Promise<ImprovementRow | undefined> {
  return db
    .selectFrom('improvement')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Finds the project as it was measured. */
export async function findMeasuredMetadata(
  { db, organizationId }: Tenant,
  { projectId, id }: Pick<ImprovementRef, 'projectId' | 'id'>,
): Promise<unknown> {
  const row = await db
    .selectFrom('improvement')
    .select('metadata')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.metadata
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

export type ImprovementEnding = {
  readonly id: string
  readonly state: 'done' | 'stopped' | 'failed' | 'cancelled'
  readonly error?: string | undefined
}

/** Returns false if the improvement had already ended. */
export async function endImprovement(
  { db, organizationId }: Tenant,
  { id, state, error }: ImprovementEnding,
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

/** Returns the newest improvement, and those with a proposal that nobody has decided about. */
export async function listIdsWithChanges(
  { db, organizationId }: Tenant,
  [newest, ...ids]: readonly string[],
): Promise<readonly string[]> {
  if (newest === undefined || ids.length === 0) return newest === undefined ? [] : [newest]
  const rows = await db
    .selectFrom('improvement_result')
    .select('improvement_id')
    .distinct()
    .where('organization_id', '=', organizationId)
    .where('improvement_id', 'in', ids)
    .where('outcome', '=', 'proposed')
    .where('decision', 'is', null)
    .execute()
  return [newest, ...rows.map(({ improvement_id }) => improvement_id)]
}

/** Maximum length of a value in a list; nobody reads more of it there. */
const maxValueLetters = 500

type ChangesToList = { readonly ids: readonly string[]; readonly maxOfResult: number }

/** Lists the first changes of each result, those that are wrong now first. */
export async function listChanges(
  { db, organizationId }: Tenant,
  { ids, maxOfResult }: ChangesToList,
): Promise<readonly ImprovementChangeRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ImprovementChangeRow>`
    select * from (
      select improvement_id, prompt_id, document_hash, document_id, document_name,
        left(truth, ${maxValueLetters}) as truth, left(before_value, ${maxValueLetters}) as before_value,
        left(after_value, ${maxValueLetters}) as after_value, was_right, is_right,
        count(*) over (partition by improvement_id, prompt_id)::integer as total,
        row_number() over (
          partition by improvement_id, prompt_id order by is_right, document_name, document_hash
        ) as place
      from improvement_change
      where organization_id = ${organizationId} and improvement_id = any(${[...ids]}::uuid[])
    ) changes where place <= ${maxOfResult} order by place`.execute(db)
  return rows
}

type ProposalCall = {
  readonly projectId: string
  readonly callKey: string
  readonly documentHashes: readonly string[]
}

/** Names the documents of which a call shows values, before it is made: it is deleted with each of them. */
export async function saveProposalDocuments(
  { db, organizationId }: Tenant,
  { projectId, callKey, documentHashes }: ProposalCall,
): Promise<void> {
  await sql`
    insert into proposal_document (organization_id, project_id, call_key, document_hash)
    select ${organizationId}::integer, ${projectId}::uuid, ${callKey}, hash from stored_document
    where organization_id = ${organizationId} and hash = any(${[...documentHashes]}::text[])
    on conflict do nothing`.execute(db)
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
    .where('outcome', 'in', ['proposed', 'recommended'])
    .where('decision', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

type DecisionToSave = {
  readonly id: string
  readonly promptId: string
  readonly decision: 'accepted' | 'edited' | 'dropped'
}

/** A test of a wording on the held-out part. The digest is null in results of earlier versions. */
export type EarlierTest = {
  readonly digest: string | null
  readonly outcome: string
}

export type EarlierRuns = {
  /** Number of runs that have proposed wordings for the prompt. */
  readonly proposedCount: number
  readonly tests: readonly EarlierTest[]
  /** Number of runs that have compared profiles on the held-out part. */
  readonly confirmedCount: number
}

/** Lists what earlier runs have tested, by prompt id. */
export async function listEarlierRuns(
  { db, organizationId }: Tenant,
  promptIds: readonly string[],
): Promise<ReadonlyMap<string, EarlierRuns>> {
  if (promptIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('improvement_result')
    .select([
      'prompt_id',
      'outcome',
      'chance',
      'test_digest as digest',
      'before_profile_id',
      'after_profile_id',
    ])
    .where('organization_id', '=', organizationId)
    .where('prompt_id', 'in', [...promptIds])
    .execute()
  const untestedOutcomes = ['budget', 'failed', 'too_few']
  return new Map(
    [...Map.groupBy(rows, ({ prompt_id }) => prompt_id)].map(([promptId, results]) => [
      promptId,
      {
        proposedCount: results.filter(
          ({ outcome, before_profile_id }) =>
            before_profile_id === null && !untestedOutcomes.includes(outcome),
        ).length,
        tests: results.filter(({ chance }) => chance !== null),
        confirmedCount: results.filter(({ after_profile_id }) => after_profile_id !== null).length,
      },
    ]),
  )
}
