import type { ExecutionStep } from '@recto/contract/executions/executions'
import { sql } from 'kysely'
import type { Tenant } from '../../platform/db/database.ts'
import type { ExecutionRow } from './executions.store.ts'

/** Whether the last step is complete: all unfinished files wait for the next one. */
const isStepComplete = sql<boolean>`not execution.is_listing and not exists (
  select from file_execution f
  where f.execution_id = execution.id and f.status in ('PENDING', 'EXECUTING')
    and f.waits_until is distinct from 'infinity'
)`

export type StepState = { readonly execution: ExecutionRow; readonly isComplete: boolean }

export async function findStepState(
  { db, organizationId }: Tenant,
  id: string,
): Promise<StepState | undefined> {
  const row = await db
    .selectFrom('execution')
    .selectAll()
    .select(isStepComplete.as('isComplete'))
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { isComplete, ...execution } = row
  return { execution, isComplete }
}

type StepAdvance = {
  readonly id: string
  readonly from: ExecutionStep | undefined
  readonly to: ExecutionStep
}

/**
 * Advances a running execution to `to`, optionally only from step `from`. Call it in a transaction,
 * so that a file suspended at the same moment continues too. Returns `undefined` when the execution
 * is at another step.
 */
export async function advanceExecution(
  { db, organizationId }: Tenant,
  { id, from, to }: StepAdvance,
): Promise<ExecutionRow | undefined> {
  let query = db
    .updateTable('execution')
    .set({ step_to: to, modified_at: new Date() })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('status', '=', 'EXECUTING')
    .where('step_to', 'is not', null)
  if (from) query = query.where('step_to', '=', from)
  const execution = await query.returningAll().executeTakeFirst()
  if (!execution) return undefined
  await sql`
    update file_execution set waits_until = null, modified_at = now()
    where organization_id = ${organizationId} and execution_id = ${id}
      and waits_until = 'infinity' and status in ('PENDING', 'EXECUTING')`.execute(db)
  return execution
}
