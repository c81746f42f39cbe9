import { type Insertable, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'

type JudgedRow = Omit<
  Insertable<Tables['judged_value']>,
  'organization_id' | 'project_id' | 'judged_at'
>
export type KeptFit = {
  readonly changes: number
  readonly fitted: number | null
  readonly fit: unknown
}

/** Older ones say less of how sure the machine is today. */
const mostJudged = 5000

/** Each in the place of what was known of the same prompt and document. */
export async function saveJudgedValues(
  tenant: Tenant,
  projectId: string,
  rows: readonly JudgedRow[],
): Promise<void> {
  if (rows.length === 0) return
  const { db, organizationId } = tenant
  await db
    .insertInto('judged_value')
    .values(rows.map((row) => ({ ...row, organization_id: organizationId, project_id: projectId })))
    .onConflict((c) =>
      c.columns(['prompt_id', 'document_hash']).doUpdateSet((row) => ({
        type: row.ref('excluded.type'),
        confidence: row.ref('excluded.confidence'),
        is_right: row.ref('excluded.is_right'),
        source: row.ref('excluded.source'),
        judged_at: new Date(),
      })),
    )
    .execute()
  await countChange(tenant, projectId)
}

type Of = {
  readonly projectId: string
  readonly promptId: string
  readonly documentHash: string
}

export async function deleteJudgedValue(
  tenant: Tenant,
  { projectId, promptId, documentHash }: Of,
): Promise<void> {
  const { db, organizationId } = tenant
  await db
    .deleteFrom('judged_value')
    .where('organization_id', '=', organizationId)
    .where('prompt_id', '=', promptId)
    .where('document_hash', '=', documentHash)
    .execute()
  await countChange(tenant, projectId)
}

/** Whoever asks for the calibration next makes it anew. */
async function countChange({ db, organizationId }: Tenant, projectId: string): Promise<void> {
  await db
    .insertInto('calibration')
    .values({ organization_id: organizationId, project_id: projectId })
    .onConflict((c) =>
      c.column('project_id').doUpdateSet({ changes: sql`calibration.changes + 1` }),
    )
    .execute()
}

export async function listJudgedValues({ db, organizationId }: Tenant, projectId: string) {
  return db
    .selectFrom('judged_value')
    .select(['type', 'confidence', 'is_right as isRight'])
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .orderBy('judged_at', 'desc')
    .orderBy('prompt_id')
    .orderBy('document_hash')
    .limit(mostJudged)
    .execute()
}

/** By the ids of projects; without those of which no value was ever judged. */
export async function findFits(
  { db, organizationId }: Tenant,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, KeptFit>> {
  if (projectIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('calibration')
    .select(['project_id', 'changes', 'fitted_changes as fitted', 'fit'])
    .where('organization_id', '=', organizationId)
    .where('project_id', 'in', [...projectIds])
    .execute()
  return new Map(rows.map(({ project_id, ...fit }) => [project_id, fit]))
}

/** What was made after fewer changes has not the last word. */
export async function saveFit(
  { db, organizationId }: Tenant,
  projectId: string,
  { changes, fit }: Pick<KeptFit, 'changes' | 'fit'>,
): Promise<void> {
  await db
    .updateTable('calibration')
    .set({ fit: JSON.stringify(fit), fitted_changes: changes })
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where((by) => by.or([by('fitted_changes', 'is', null), by('fitted_changes', '<', changes)]))
    .execute()
}
