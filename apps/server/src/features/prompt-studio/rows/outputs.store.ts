import { type Insertable, type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'

const columns = [
  'id',
  'organization_id',
  'project_id',
  'prompt_id',
  'document_id',
  'profile_id',
  'is_single_pass',
  'output',
  'evidence',
  'explanation',
  'highlight',
  'report',
  'challenge',
  'escalation',
  'confidence',
  'origin',
  'run_id',
  'asked',
  'created_by',
  'modified_by',
  'created_at',
  'modified_at',
] as const

/** All columns but the context, which is long. */
export type OutputRow = Pick<Selectable<Tables['prompt_output']>, (typeof columns)[number]>
type NewOutputRow = Omit<
  Insertable<Tables['prompt_output']>,
  'id' | 'organization_id' | 'created_at' | 'modified_at'
>

/**
 * Saves outputs. There is one row per prompt, document, profile and mode, which a new run
 * overwrites. The given outputs must not repeat a key.
 */
export async function saveOutputs(
  { db, organizationId }: Tenant,
  outputs: readonly NewOutputRow[],
): Promise<readonly OutputRow[]> {
  return db
    .insertInto('prompt_output')
    .values(outputs.map((output) => ({ ...output, organization_id: organizationId })))
    .onConflict((c) =>
      c.constraint('prompt_output_key').doUpdateSet((row) => ({
        output: row.ref('excluded.output'),
        context: row.ref('excluded.context'),
        context_digest: row.ref('excluded.context_digest'),
        evidence: row.ref('excluded.evidence'),
        explanation: row.ref('excluded.explanation'),
        highlight: row.ref('excluded.highlight'),
        report: row.ref('excluded.report'),
        challenge: row.ref('excluded.challenge'),
        escalation: row.ref('excluded.escalation'),
        confidence: row.ref('excluded.confidence'),
        origin: row.ref('excluded.origin'),
        run_id: row.ref('excluded.run_id'),
        asked: row.ref('excluded.asked'),
        modified_by: row.ref('excluded.modified_by'),
        modified_at: new Date(),
      })),
    )
    .returning(columns)
    .execute()
}

/** Lists outputs in the order of the ids, without those that were deleted. */
export async function listOutputsById(
  { db, organizationId }: Tenant,
  ids: readonly string[],
): Promise<OutputRow[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('prompt_output')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

type OutputFilter = {
  readonly projectIds: readonly string[]
  readonly promptId?: string | undefined
  readonly documentId?: string | undefined
  readonly profileId?: string | undefined
  /** Both modes when absent. */
  readonly isSinglePass?: boolean | undefined
  /** Maximum number of rows; the newest are returned. */
  readonly limit?: number | undefined
}

/** Oldest first. */
export async function listOutputRows(
  { db, organizationId }: Tenant,
  { projectIds, promptId, documentId, profileId, isSinglePass, limit }: OutputFilter,
): Promise<OutputRow[]> {
  if (projectIds.length === 0) return []
  const rows = await db
    .selectFrom('prompt_output')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('project_id', 'in', projectIds)
    .$if(promptId !== undefined, (q) => q.where('prompt_id', '=', promptId ?? ''))
    .$if(documentId !== undefined, (q) => q.where('document_id', '=', documentId ?? ''))
    .$if(profileId !== undefined, (q) => q.where('profile_id', '=', profileId ?? ''))
    .$if(isSinglePass !== undefined, (q) => q.where('is_single_pass', '=', isSinglePass ?? false))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .$if(limit !== undefined, (q) => q.limit(limit ?? 0))
    .execute()
  return rows.reverse()
}

/** Returns the newest output of each prompt, in whatever mode, document and profile. */
export async function listNewestOutputs(
  { db, organizationId }: Tenant,
  projectId: string,
): Promise<readonly Pick<OutputRow, 'prompt_id' | 'output'>[]> {
  return db
    .selectFrom('prompt_output')
    .distinctOn('prompt_id')
    .select(['prompt_id', 'output'])
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .orderBy('prompt_id')
    .orderBy('modified_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

const coverageColumns = [
  'project_id',
  'prompt_id',
  'document_id',
  'profile_id',
  'is_single_pass',
] as const

/** Records that a prompt was run on a document. */
export type Coverage = Pick<OutputRow, (typeof coverageColumns)[number]> & {
  /** Whether a value was found. */
  readonly has_value: boolean
}

export async function listCoverage(
  { db, organizationId }: Tenant,
  projectIds: readonly string[],
  /** Absent: all prompts. */
  promptIds?: readonly string[],
): Promise<Coverage[]> {
  if (projectIds.length === 0 || promptIds?.length === 0) return []
  return db
    .selectFrom('prompt_output')
    .select(coverageColumns)
    .select((eb) => eb('output', 'is not', null).$castTo<boolean>().as('has_value'))
    .where('organization_id', '=', organizationId)
    .where('project_id', 'in', projectIds)
    .$if(promptIds !== undefined, (q) => q.where('prompt_id', 'in', promptIds ?? []))
    .orderBy('created_at')
    .execute()
}

type CoverageKey = Omit<Coverage, 'project_id' | 'document_id' | 'has_value'>

const toCoverageKey = ({ prompt_id, profile_id, is_single_pass }: CoverageKey) =>
  `${prompt_id}/${profile_id}/${is_single_pass}`

/** Finds the documents in which a value was found, by prompt, profile and mode. */
export function createCoverageLookup(
  coverage: readonly Coverage[],
): (key: CoverageKey) => string[] {
  const groups = Map.groupBy(
    coverage.filter(({ has_value }) => has_value),
    toCoverageKey,
  )
  return (key) => (groups.get(toCoverageKey(key)) ?? []).map(({ document_id }) => document_id)
}

type ExportedOutputKey = {
  readonly project: { readonly id: string; readonly single_pass: boolean }
  readonly prompt: { readonly id: string; readonly profile_id: string | null }
  readonly documentId: string
}

/**
 * Finds the output that an export would use for the prompt: that of its own profile or the default
 * one, in the project's mode; otherwise the newest.
 */
export async function findExportedOutput(
  { db, organizationId }: Tenant,
  { project, prompt, documentId }: ExportedOutputKey,
): Promise<Pick<OutputRow, 'output' | 'confidence'> | undefined> {
  return db
    .selectFrom('prompt_output')
    .innerJoin('llm_profile', 'llm_profile.id', 'prompt_output.profile_id')
    .select(['prompt_output.output', 'prompt_output.confidence'])
    .where('prompt_output.organization_id', '=', organizationId)
    .where('prompt_output.project_id', '=', project.id)
    .where('prompt_output.prompt_id', '=', prompt.id)
    .where('prompt_output.document_id', '=', documentId)
    .orderBy(sql`prompt_output.is_single_pass = ${project.single_pass}`, 'desc')
    .orderBy(
      sql`case when ${prompt.profile_id}::uuid is null then llm_profile.is_default
        else llm_profile.id = ${prompt.profile_id}::uuid end`,
      'desc',
    )
    .orderBy('prompt_output.modified_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export type ScoredOutput = Pick<
  OutputRow,
  'prompt_id' | 'document_id' | 'profile_id' | 'output' | 'run_id'
> & {
  /** Whether words of the document support the value. */
  readonly isSupported: boolean
}

type OutputMode = { readonly projectId: string; readonly isSinglePass: boolean }

/** Selects the values without their evidence, which is long. */
export async function listScoredOutputs(
  { db, organizationId }: Tenant,
  { projectId, isSinglePass }: OutputMode,
): Promise<ScoredOutput[]> {
  return db
    .selectFrom('prompt_output')
    .select(['prompt_id', 'document_id', 'profile_id', 'output', 'run_id'])
    .select(
      sql<boolean>`coalesce(jsonb_typeof(evidence::jsonb), 'null') <> 'null'`.as('isSupported'),
    )
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('is_single_pass', '=', isSinglePass)
    .execute()
}

/** Returns the average duration of the runs of each profile. */
export async function getAverageSeconds(
  { db, organizationId }: Tenant,
  { projectId, isSinglePass }: OutputMode,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('studio_run')
    .select([
      'profile_id',
      sql<number>`avg(extract(epoch from ended_at - started_at))::float8`.as('seconds'),
    ])
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('kind', '=', isSinglePass ? 'all' : 'prompt')
    .where('state', '=', 'done')
    .where('started_at', 'is not', null)
    .where('ended_at', 'is not', null)
    .groupBy('profile_id')
    .execute()
  return new Map(rows.map(({ profile_id, seconds }) => [profile_id, seconds]))
}

/**
 * The usage of one stored output. The usage of a run with several outputs is divided evenly among
 * them.
 */
export type OutputUsage = {
  readonly promptId: string
  readonly documentId: string
  readonly profileId: string
  readonly inputTokens: number
  readonly outputTokens: number
  /** Null if the price of a call is unknown. */
  readonly dollars: number | null
}

export async function listOutputUsage(
  { db, organizationId }: Tenant,
  { projectId, isSinglePass }: OutputMode,
): Promise<readonly OutputUsage[]> {
  const { rows } = await sql<OutputUsage>`
    with own as (
      select prompt_id, document_id, profile_id, run_id,
        count(*) over (partition by run_id) as sharing
      from prompt_output
      where organization_id = ${organizationId} and project_id = ${projectId}
        and is_single_pass = ${isSinglePass}
    ), used as (
      select run_id, sum(prompt_tokens + embedding_tokens) as input, sum(completion_tokens) as output,
        case when bool_or(cost_in_dollars is null) then null else sum(cost_in_dollars) end as dollars
      from usage_record
      where organization_id = ${organizationId} and run_id in (select run_id from own)
      group by run_id
    )
    select own.prompt_id as "promptId", own.document_id as "documentId",
      own.profile_id as "profileId",
      coalesce(used.input / own.sharing, 0)::float8 as "inputTokens",
      coalesce(used.output / own.sharing, 0)::float8 as "outputTokens",
      (case when used.run_id is null then 0 else used.dollars / own.sharing end)::float8 as dollars
    from own left join used on used.run_id = own.run_id`.execute(db)
  return rows
}

/** The outputs of other profiles for the same prompt and document. */
export type OtherProfileOutputs = {
  readonly type: string
  readonly outputs: readonly (string | null)[]
}

/**
 * Maximum length in characters. Lists are compared with the rows of the document instead, and no
 * other value is longer.
 */
const maxComparedLength = 10_000

/**
 * Returns them by output id, for outputs with a confidence. Only outputs of the same prompt text with
 * other profile settings count: the same model with the same settings would agree with itself.
 */
export async function findOtherProfileOutputs(
  { db, organizationId }: Tenant,
  outputIds: readonly string[],
): Promise<ReadonlyMap<string, OtherProfileOutputs>> {
  if (outputIds.length === 0) return new Map()
  const { rows } = await sql<OtherProfileOutputs & { readonly id: string }>`
    select own.id, own.asked ->> 'type' as type, array_agg(other.output order by other.id) as outputs
    from prompt_output own
    join prompt_output other on other.prompt_id = own.prompt_id
      and other.document_id = own.document_id and other.profile_id <> own.profile_id
    where own.organization_id = ${organizationId} and other.organization_id = ${organizationId}
      and own.id = any(${outputIds}::uuid[])
      -- The value of an accepted proposal is no reading of a profile.
      and other.origin is null
      and own.confidence is not null and length(own.output) <= ${maxComparedLength}::integer
      and coalesce(length(other.output), 0) <= ${maxComparedLength}::integer
      and own.asked ->> 'type' not in ('table', 'record', 'line-item')
      -- asked is the fingerprint of the inputs: all are equal, except for the profile.
      and own.asked - 'profile' - 'profileId' = other.asked - 'profile' - 'profileId'
      and own.asked -> 'profile' <> other.asked -> 'profile'
    group by own.id`.execute(db)
  return new Map(rows.map(({ id, ...readings }) => [id, readings]))
}
