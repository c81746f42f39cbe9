import type { StageName, StageTime } from '@recto/contract/executions/executions'
import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'

type StageRow = {
  readonly stage: StageName
  readonly seconds: number
  readonly max_seconds: number
  readonly files: number
}

const order: readonly StageName[] = [
  'wait',
  'read',
  'index',
  'answer',
  'check',
  'review',
  'deliver',
]

/**
 * Adds up what the files of an execution spent in each stage, in the order of the stages. Those of a run are stored
 * with each file; the others follow from its times.
 */
export async function sumStageTimes(
  { db, organizationId }: Tenant,
  executionId: string,
  stagesOfRun: readonly StageName[],
): Promise<readonly StageTime[]> {
  const { rows } = await sql<StageRow>`
    select part.stage, sum(part.seconds)::float8 as seconds, max(part.seconds)::float8 as max_seconds,
      count(*)::int as files
    from file_execution file
    cross join lateral (
      select 'wait' as stage, extract(epoch from file.started_at - file.created_at)::float8 as seconds
      union all
      select 'review', file.paused_seconds
        + coalesce(extract(epoch from now() - file.paused_at)::float8, 0)
      union all
      select name, (file.stage_seconds ->> name)::float8 from unnest(${stagesOfRun}::text[]) as name
    ) part
    where file.organization_id = ${organizationId} and file.execution_id = ${executionId}
      and part.seconds > 0
    group by part.stage`.execute(db)
  return rows.toSorted((a, b) => order.indexOf(a.stage) - order.indexOf(b.stage))
}
