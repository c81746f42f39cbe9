import type { Insertable, Selectable } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'

export type OutputRow = Selectable<Tables['prompt_output']>
type NewOutput = Omit<
  Insertable<Tables['prompt_output']>,
  'id' | 'organization_id' | 'created_at' | 'modified_at'
>

/** There is one row for a prompt, a document, a profile and a mode: a new run overwrites it. */
export async function saveOutput(
  { db, organizationId }: Tenant,
  output: NewOutput,
): Promise<OutputRow> {
  const { output: text, context, evidence, highlight, run_id, modified_by } = output
  return db
    .insertInto('prompt_output')
    .values({ ...output, organization_id: organizationId })
    .onConflict((c) =>
      c.constraint('prompt_output_key').doUpdateSet({
        output: text,
        context,
        evidence,
        highlight,
        run_id,
        modified_by,
        modified_at: new Date(),
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

type OutputFilter = {
  readonly projectIds: readonly string[]
  readonly promptId?: string | undefined
  readonly documentId?: string | undefined
  readonly profileId?: string | undefined
  /** Both modes when absent. */
  readonly isSinglePass?: boolean | undefined
}

/** Oldest first. */
export async function listOutputRows(
  { db, organizationId }: Tenant,
  { projectIds, promptId, documentId, profileId, isSinglePass }: OutputFilter,
): Promise<OutputRow[]> {
  if (projectIds.length === 0) return []
  return db
    .selectFrom('prompt_output')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('project_id', 'in', projectIds)
    .$if(promptId !== undefined, (q) => q.where('prompt_id', '=', promptId ?? ''))
    .$if(documentId !== undefined, (q) => q.where('document_id', '=', documentId ?? ''))
    .$if(profileId !== undefined, (q) => q.where('profile_id', '=', profileId ?? ''))
    .$if(isSinglePass !== undefined, (q) => q.where('is_single_pass', '=', isSinglePass ?? false))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

const coverageColumns = [
  'project_id',
  'prompt_id',
  'document_id',
  'profile_id',
  'is_single_pass',
] as const

/** Says that a prompt has an output for a document. */
export type Coverage = Pick<OutputRow, (typeof coverageColumns)[number]>

export async function listCoverage(
  { db, organizationId }: Tenant,
  projectIds: readonly string[],
): Promise<Coverage[]> {
  if (projectIds.length === 0) return []
  return db
    .selectFrom('prompt_output')
    .select(coverageColumns)
    .where('organization_id', '=', organizationId)
    .where('project_id', 'in', projectIds)
    .orderBy('created_at')
    .execute()
}
