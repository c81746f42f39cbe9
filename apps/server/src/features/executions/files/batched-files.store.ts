import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'
import type { StageSeconds } from '../../model-calls/model-calls.port.ts'

/** Batches that end at their deadline get so long to do so. */
const graceMinutes = 30

/** The next run of a file sees to it that it sleeps, if its worker has died before. */
const secondsToSettle = 60

type BatchedFile = {
  readonly id: string
  readonly workerId: string
  readonly stageSeconds: StageSeconds
}

/**
 * Releases a claimed file whose calls wait in batches, and returns whether its execution was stopped, which stops the file.
 * Otherwise it sleeps for a short time, until `settleBatchedFile` has looked whether its calls still wait.
 */
export async function suspendForBatch(
  { db, organizationId }: Tenant,
  { id, workerId, stageSeconds }: BatchedFile,
): Promise<{ readonly isStopped: boolean }> {
  const { rows } = await sql<{ status: string }>`
    with of_file as (
      select e.id, e.status from file_execution f
      join execution e on e.id = f.execution_id
      where f.organization_id = ${organizationId} and f.id = ${id}
      for no key update of e
    )
    update file_execution set worker_id = null, modified_at = now(),
      stage_seconds = ${JSON.stringify(stageSeconds)}::jsonb,
      waits_until = case when of_file.status <> 'STOPPED'
        then now() + make_interval(secs => ${secondsToSettle}) end,
      waits_for_batch = of_file.status <> 'STOPPED',
      status = case when of_file.status = 'STOPPED' then 'STOPPED' else file_execution.status end,
      finished_at = case when of_file.status = 'STOPPED' then now() end
    from of_file
    where file_execution.organization_id = ${organizationId} and file_execution.id = ${id}
      and file_execution.worker_id = ${workerId}
      and file_execution.status in ('PENDING', 'EXECUTING')
    returning file_execution.status`.execute(db)
  return { isStopped: rows[0]?.status === 'STOPPED' }
}

/**
 * Lets a suspended file sleep until it is woken, or until all of its calls must have been made; wakes it if none waits. It
 * must run after the suspension is committed: a call that ends to wait later wakes the file itself.
 */
export async function settleBatchedFile(
  { db, organizationId }: Tenant,
  fileId: string,
): Promise<void> {
  await sql`
    update file_execution f set waits_for_batch = state.waits,
      waits_until = case when state.waits
        then e.batch_deadline + make_interval(mins => ${graceMinutes}) end
    from execution e, (
      select exists (
        select from batch_call
        where organization_id = ${organizationId} and run_id = ${fileId} and state = 'waiting'
      ) as waits
    ) state
    where f.organization_id = ${organizationId} and f.id = ${fileId} and e.id = f.execution_id
      and f.waits_for_batch and f.worker_id is null and f.status in ('PENDING', 'EXECUTING')`.execute(
    db,
  )
}

/**
 * Wakes the files of an organization whose calls no longer wait, and returns whether there were any. Rows are locked in the
 * order of their ids, because several workers do so at the same time.
 */
export async function wakeBatchedFiles({ db, organizationId }: Tenant): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    with woken as (
      select f.id from file_execution f
      where f.organization_id = ${organizationId} and f.waits_for_batch and f.worker_id is null
        and f.status in ('PENDING', 'EXECUTING')
        and not exists (
          select from batch_call c
          where c.organization_id = ${organizationId} and c.run_id = f.id::text
            and c.state = 'waiting'
        )
      order by f.id for no key update of f
    )
    update file_execution set waits_until = null, waits_for_batch = false
    from woken where file_execution.id = woken.id`.execute(db)
  return numAffectedRows > 0n
}
