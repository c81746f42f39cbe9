import type { Insertable, Selectable } from 'kysely'
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
  'confidence',
  'run_id',
  'asked',
  'created_by',
  'modified_by',
  'created_at',
  'modified_at',
] as const

/** Without the context, which is long. */
export type OutputRow = Pick<Selectable<Tables['prompt_output']>, (typeof columns)[number]>
type NewOutput = Omit<
  Insertable<Tables['prompt_output']>,
  'id' | 'organization_id' | 'created_at' | 'modified_at'
>

/**
 * There is one row for a prompt, a document, a profile and a mode: a new run overwrites it. No two of
 * the outputs may be for the same.
 */
export async function saveOutputs(
  { db, organizationId }: Tenant,
  outputs: readonly NewOutput[],
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
        confidence: row.ref('excluded.confidence'),
        run_id: row.ref('excluded.run_id'),
        asked: row.ref('excluded.asked'),
        modified_by: row.ref('excluded.modified_by'),
        modified_at: new Date(),
      })),
    )
    .returning(columns)
    .execute()
}

/** In the order of the ids; those that are gone are left out. */
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
  /** Only so many, the newest. */
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

const coverageColumns = [
  'project_id',
  'prompt_id',
  'document_id',
  'profile_id',
  'is_single_pass',
] as const

/** Says that a prompt was run on a document. */
export type Coverage = Pick<OutputRow, (typeof coverageColumns)[number]> & {
  /** Whether the document says anything. */
  readonly has_value: boolean
}

export async function listCoverage(
  { db, organizationId }: Tenant,
  projectIds: readonly string[],
  /** Only of these. */
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

type Covering = Omit<Coverage, 'project_id' | 'document_id' | 'has_value'>

const nameOf = ({ prompt_id, profile_id, is_single_pass }: Covering) =>
  `${prompt_id}/${profile_id}/${is_single_pass}`

/** The documents in which something was found, by its prompt, profile and mode. */
export function coverageBy(coverage: readonly Coverage[]): (wanted: Covering) => string[] {
  const groups = Map.groupBy(
    coverage.filter(({ has_value }) => has_value),
    nameOf,
  )
  return (wanted) => (groups.get(nameOf(wanted)) ?? []).map(({ document_id }) => document_id)
}
