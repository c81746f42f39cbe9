import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'

/** Batches that end at their deadline get so long to do so. */
const graceMinutes = 30

/**
 * Releases a claimed file whose calls wait in batches. It sleeps until it is woken, or until all of its calls must have been
 * made; if its execution was stopped, it is stopped.
 */
export async function suspendForBatch(
  { db, organizationId }: Tenant,
  { id, workerId }: { readonly id: string; readonly workerId: string },
): Promise<void> {
  await sql`
    with of_file as (
      select e.id, e.status, e.batch_deadline from file_execution f
      join execution e on e.id = f.execution_id
      where f.organization_id = ${organizationId} and f.id = ${id}
      for no key update of e
    )
    update file_execution set worker_id = null, modified_at = now(),
      waits_until = case when of_file.status <> 'STOPPED'
        then of_file.batch_deadline + make_interval(mins => ${graceMinutes}) end,
      waits_for_batch = of_file.status <> 'STOPPED',
      status = case when of_file.status = 'STOPPED' then 'STOPPED' else file_execution.status end,
      finished_at = case when of_file.status = 'STOPPED' then now() end
    from of_file
    where file_execution.organization_id = ${organizationId} and file_execution.id = ${id}
      and file_execution.worker_id = ${workerId}
      and file_execution.status in ('PENDING', 'EXECUTING')`.execute(db)
}

/** Wakes the files of an organization whose calls no longer wait, and returns whether there were any. */
export async function wakeBatchedFiles({ db, organizationId }: Tenant): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update file_execution f set waits_until = null, waits_for_batch = false
    where f.organization_id = ${organizationId} and f.waits_for_batch and f.worker_id is null
      and f.status in ('PENDING', 'EXECUTING')
      and not exists (
        select from batch_call c
        where c.organization_id = ${organizationId} and c.run_id = f.id::text and c.state = 'waiting'
      )`.execute(db)
  return numAffectedRows > 0n
}
