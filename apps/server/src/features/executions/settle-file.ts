import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { executionFinished } from './executions.events.ts'
import { countFile, type ExecutionRow } from './executions.store.ts'
import { type FileExecutionRow, type FileOutcome, settleFile } from './file-executions.store.ts'

type Input = { execution: ExecutionRow; file: FileExecutionRow; outcome: FileOutcome }

/** Stores what became of a file and counts it, once; with the last one the execution has finished. */
export async function settle(
  { events }: Pick<Context, 'events'>,
  tenant: Tenant,
  { execution, file, outcome }: Input,
): Promise<void> {
  await inTransaction(tenant, async (within) => {
    if (!(await settleFile(within, file.id, outcome))) return
    const status = await countFile(within, execution.id, outcome.status === 'COMPLETED')
    if (status === 'EXECUTING' || status === 'PENDING') return
    await events.publish(within.db, executionFinished, { executionId: execution.id })
  })
}
