import type { Selectable } from 'kysely'
import type { Tables, Tenant } from '../../platform/db/database.ts'
import { columnsOf, type NewFields } from '../../platform/db/fields.ts'

export type ExecutionRow = Selectable<Tables['execution']>

export async function insertExecution(
  { db, organizationId }: Tenant,
  execution: NewFields<'execution'>,
): Promise<ExecutionRow> {
  return db
    .insertInto('execution')
    .values({ ...columnsOf(execution), organization_id: organizationId })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findExecution(
  { db, organizationId }: Tenant,
  id: string,
): Promise<ExecutionRow | undefined> {
  return db
    .selectFrom('execution')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

type Beginning = { readonly total: number; readonly isAtOnce: boolean }

/** From waiting for files to having them, once; false when it was not waiting. */
export async function beginExecution(
  { db, organizationId }: Tenant,
  id: string,
  { total, isAtOnce }: Beginning,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('execution')
    .set({
      total_files: total,
      modified_at: new Date(),
      ...(isAtOnce && { status: 'EXECUTING', started_at: new Date() }),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .where('total_files', '=', 0)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** What the files of an execution are run by. */
export async function findHeldExecution({ db, organizationId }: Tenant, id: string) {
  const { plan, own_plan, ...execution } = await db
    .selectFrom('execution')
    .leftJoin('execution_plan', (join) =>
      join
        .onRef('execution_plan.organization_id', '=', 'execution.organization_id')
        .onRef('execution_plan.plan_hash', '=', 'execution.plan_hash'),
    )
    .select([
      'execution.id',
      'execution.workflow_id',
      'execution.plan_hash',
      'execution.uses_file_history',
      'execution.plan as own_plan',
      'execution_plan.plan',
    ])
    .where('execution.organization_id', '=', organizationId)
    .where('execution.id', '=', id)
    .executeTakeFirstOrThrow()
  const known = own_plan ?? plan
  if (!known) throw new Error(`The plan of execution ${id} is gone.`)
  return { execution, plan: known }
}

/** Returns whether this call is the one that did it. */
export async function acknowledge({ db, organizationId }: Tenant, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('execution')
    .set({ is_acknowledged: true, modified_at: new Date() })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('is_acknowledged', '=', false)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
