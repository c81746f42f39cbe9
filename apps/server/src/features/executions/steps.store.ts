import type { ExecutionStep } from '@recto/contract/executions'
import { sql } from 'kysely'
import type { Tenant } from '../../platform/db/database.ts'
import type { ExecutionRow } from './executions.store.ts'

/** Whether nothing of the step that was taken last goes on: all that is not settled waits for the next one. */
const isThrough = sql<boolean>`not execution.is_listing and not exists (
  select from file_execution f
  where f.execution_id = execution.id and f.status in ('PENDING', 'EXECUTING')
    and f.waits_until is distinct from 'infinity'
)`

export type StepState = { readonly execution: ExecutionRow; readonly isThrough: boolean }

export async function findStepState(
  { db, organizationId }: Tenant,
  id: string,
): Promise<StepState | undefined> {
  const row = await db
    .selectFrom('execution')
    .selectAll()
    .select(isThrough.as('isThrough'))
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { isThrough: through, ...execution } = row
  return { execution, isThrough: through }
}

type Advance = { readonly id: string; readonly from: ExecutionStep | undefined; to: ExecutionStep }

/**
 * Lets an execution under way go on as far as that, from the step at which it stands or from any; in a
 * transaction, so that a file that is laid aside at the same moment goes on too. `undefined` when it stands elsewhere.
 */
export async function advance(
  { db, organizationId }: Tenant,
  { id, from, to }: Advance,
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
