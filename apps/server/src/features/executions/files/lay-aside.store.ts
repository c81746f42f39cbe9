import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'
import { storableJson } from '../../../platform/db/storable.ts'
import { caughtItem } from '../review/caught-item.store.ts'

type Aside = {
  readonly id: string
  readonly workerId: string
  /** Absent: until somebody lets the execution take its next step. */
  readonly seconds?: number | undefined
  /** Why people look at it: then it lies until they have approved it. */
  readonly reason?: string | undefined
  /** What was read of it, where people look at it. */
  readonly result?: unknown
}

/**
 * Gives up the place of a held file, which goes on later from what its steps have stored. One that waits for a
 * step goes on at once where that step was taken meanwhile, and one whose execution was stopped is stopped. With
 * one that people look at, their item is stored.
 */
export async function layAside(
  { db, organizationId }: Tenant,
  { id, workerId, seconds, reason, result }: Aside,
): Promise<boolean> {
  const isCaught = reason !== undefined
  const { rows } = await sql<{ id: string }>`
    with of_file as (
      select e.id, e.status, e.step_to from file_execution f
      join execution e on e.id = f.execution_id
      where f.organization_id = ${organizationId} and f.id = ${id}
      -- Whoever takes the step next waits for this, or is seen here.
      for share of e
    )
    , laid as (
    update file_execution set worker_id = null, modified_at = now(),
      waits = waits + ${seconds === undefined ? 0 : 1}::integer,
      is_in_review = of_file.status <> 'STOPPED' and ${isCaught}::boolean,
      waits_until = case
        when of_file.status = 'STOPPED' then null
        when ${isCaught}::boolean then 'infinity'
        when ${seconds ?? null}::double precision is not null
          then now() + ${seconds ?? null}::double precision * interval '1 second'
        when of_file.step_to = 'TOOL' then 'infinity' end,
      status = case when of_file.status = 'STOPPED' then 'STOPPED' else file_execution.status end,
      finished_at = case when of_file.status = 'STOPPED' then now() end,
      result = case when of_file.status = 'STOPPED' then (
        select (s.result #>> '{}')::json -> 'result' from file_step s
        where s.file_execution_id = file_execution.id and s.name = ${readStep}
      ) end
    from of_file
    where file_execution.organization_id = ${organizationId} and file_execution.id = ${id}
      and file_execution.worker_id = ${workerId}
      and file_execution.status in ('PENDING', 'EXECUTING')
    returning file_execution.*
    )
    ${isCaught ? caughtItem(reason, storableJson(result)) : sql``}
    select id from laid`.execute(db)
  return rows.length > 0
}

/** Under this name a file that was laid aside keeps what was read of it, written out: its order is the caller's. */
export const readStep = 'executions/read'
