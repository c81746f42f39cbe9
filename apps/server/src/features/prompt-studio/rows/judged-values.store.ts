import { type Insertable, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'

type NewJudgedValue = Omit<
  Insertable<Tables['judged_value']>,
  'organization_id' | 'project_id' | 'judged_at'
>
export type StoredFit = {
  readonly changes: number
  readonly fittedChanges: number | null
  readonly fit: unknown
}

/** Older values say less about the current confidence of the models. */
const maxJudgedValues = 5000

/** Replaces the earlier judgement of the same prompt and document. */
export async function saveJudgedValues(
  tenant: Tenant,
  projectId: string,
  rows: readonly NewJudgedValue[],
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
  await markCalibrationOutdated(tenant, projectId)
}

type JudgedValueKey = {
  readonly projectId: string
  readonly promptId: string
  readonly documentHash: string
}

export async function deleteJudgedValue(
  tenant: Tenant,
  { projectId, promptId, documentHash }: JudgedValueKey,
): Promise<void> {
  const { db, organizationId } = tenant
  await db
    .deleteFrom('judged_value')
    .where('organization_id', '=', organizationId)
    .where('prompt_id', '=', promptId)
    .where('document_hash', '=', documentHash)
    .execute()
  await markCalibrationOutdated(tenant, projectId)
}

/** The next reader of the calibration fits it again. */
async function markCalibrationOutdated(
  { db, organizationId }: Tenant,
  projectId: string,
): Promise<void> {
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
    .limit(maxJudgedValues)
    .execute()
}

/** Returns the fits by project id, without projects in which no value has been judged. */
export async function findFits(
  { db, organizationId }: Tenant,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, StoredFit>> {
  if (projectIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('calibration')
    .select(['project_id', 'changes', 'fitted_changes as fittedChanges', 'fit'])
    .where('organization_id', '=', organizationId)
    .where('project_id', 'in', [...projectIds])
    .execute()
  return new Map(rows.map(({ project_id, ...fit }) => [project_id, fit]))
}

/** A fit that is based on fewer changes does not overwrite a newer one. */
export async function saveFit(
  { db, organizationId }: Tenant,
  projectId: string,
  { changes, fit }: Pick<StoredFit, 'changes' | 'fit'>,
): Promise<void> {
  await db
    .updateTable('calibration')
    .set({ fit: JSON.stringify(fit), fitted_changes: changes })
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where((eb) => eb.or([eb('fitted_changes', 'is', null), eb('fitted_changes', '<', changes)]))
    .execute()
}
