import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'

type SampleRequest = {
  readonly executionId: string
  readonly fileId: string
  readonly percentage: number
}

/**
 * The order in which files are sampled: it looks random, depends on content and workflow only, and
 * is the same for a file that runs again. Files of equal content are ordered by their ids.
 */
const rank = sql`encode(sha256(convert_to(e.workflow_id::text || ':' || f.file_hash, 'UTF8')), 'hex')
  || ':' || f.id::text collate "C"`

/**
 * Whether a file is in the random sample of its execution, which takes a share of its files and at
 * least one. Files that failed are left out. While files are still being listed, the share is taken
 * of those that are known.
 */
export async function isInSample(
  { db, organizationId }: Tenant,
  { executionId, fileId, percentage }: SampleRequest,
): Promise<boolean> {
  if (percentage <= 0) return false
  const { rows } = await sql<{ isSampled: boolean }>`
    with batch as (
      select id, workflow_id, greatest(total_files - failed_files, 1) as files from execution
      where organization_id = ${organizationId} and id = ${executionId}
    ),
    stored as (
      select s.last_rank from review_sample s join batch b on b.id = s.execution_id
      where s.files = b.files and s.percentage = ${percentage}::double precision
    ),
    searched as (
      insert into review_sample (execution_id, organization_id, files, percentage, last_rank)
      select e.id, ${organizationId}, e.files, ${percentage}, last.rank
      from batch e cross join lateral (
        select ${rank} as rank from file_execution f
        where f.execution_id = e.id and f.status <> 'ERROR'
        order by 1
        offset greatest(1, floor(e.files * ${percentage}::double precision / 100))::bigint - 1
        limit 1
      ) last
      where not exists (select from stored)
      on conflict (execution_id) do update set files = excluded.files,
        percentage = excluded.percentage, last_rank = excluded.last_rank
      returning last_rank
    )
    select coalesce(
      (${rank}) <= coalesce((select last_rank from stored), (select last_rank from searched)) collate "C",
      true
    ) as "isSampled"
    from file_execution f join batch e on e.id = f.execution_id
    where f.organization_id = ${organizationId} and f.id = ${fileId}`.execute(db)
  return rows[0]?.isSampled ?? false
}
