import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'
import type { OutputRow } from './outputs.store.ts'

export type ScoredOutput = Pick<
  OutputRow,
  'prompt_id' | 'document_id' | 'profile_id' | 'output' | 'run_id'
>

type Of = { readonly projectId: string; readonly isSinglePass: boolean }

/** The values alone: what was taken from where is long. */
export async function listScoredOutputs(
  { db, organizationId }: Tenant,
  { projectId, isSinglePass }: Of,
): Promise<ScoredOutput[]> {
  return db
    .selectFrom('prompt_output')
    .select(['prompt_id', 'document_id', 'profile_id', 'output', 'run_id'])
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('is_single_pass', '=', isSinglePass)
    .execute()
}

/** How long the runs of each profile took on average. */
export async function averageSeconds(
  { db, organizationId }: Tenant,
  { projectId, isSinglePass }: Of,
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
