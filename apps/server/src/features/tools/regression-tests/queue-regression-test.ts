import { randomUUID } from 'node:crypto'
import { badRequest, conflict } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { announceCancellation, workWaitingEvent } from '../../../platform/work/announce-work.ts'
import { assertMayRun } from '../../billing/billing.port.ts'
import type { Comparison } from './comparison.ts'
import { regressionTestChanged } from './regression-tests.events.ts'
import {
  deleteOldRegressionTests,
  endRegressionTest,
  insertRegressionTest,
  listRegressionTestRows,
  type RegressionTestRow,
} from './regression-tests.store.ts'

export type RegressionTestRequest = {
  readonly actor: Actor
  readonly projectId: string
  readonly comparison: Comparison
}

/**
 * Queues a regression test for a worker. An open test of the same comparison is returned instead;
 * another open test of the project is cancelled.
 */
export async function queueRegressionTest(
  ctx: Pick<Context, 'config' | 'db' | 'events'>,
  { actor, projectId, comparison }: RegressionTestRequest,
): Promise<RegressionTestRow> {
  const { testCases, digest, candidate, exportedMetadata, exportedVersion } = comparison
  if (testCases.documents.length === 0) throw badRequest(explainNoTestCases(comparison))
  const tenant = tenantOf(ctx, actor)
  await assertMayRun(ctx.config, tenant)
  return inTransaction(tenant, async (transaction) => {
    const openTest = (await listRegressionTestRows(transaction, projectId)).find(isOpenTest)
    if (openTest?.digest === digest) return openTest
    if (openTest) await cancelInTransaction(ctx, transaction, openTest.id)
    await deleteOldRegressionTests(transaction, projectId)
    const id = randomUUID()
    const newTest = {
      id,
      projectId,
      digest,
      candidate,
      exportedMetadata,
      exportedVersion,
      testCases,
    }
    const row = await insertRegressionTest(transaction, { ...newTest, userId: actor.userId })
    if (!row) throw conflict('A regression test of this project is already running.')
    await ctx.events.publish(transaction.db, workWaitingEvent, {})
    return row
  })
}

export const isOpenTest = ({ state }: Pick<RegressionTestRow, 'state'>) =>
  state === 'waiting' || state === 'running'

function explainNoTestCases({
  testCases: { disputedCount: contradictedCount, unavailable },
}: Comparison): string {
  if (contradictedCount > 0) {
    return 'All expected values contradict each other. Select the ones that are correct.'
  }
  if (unavailable > 0) return 'None of the documents with expected values are stored any longer.'
  return 'The project has no expected values yet.'
}

/** Call it in a transaction. Returns false when the test had already ended. */
export async function cancelInTransaction(
  { events }: Pick<Context, 'events'>,
  tenant: Tenant,
  id: string,
): Promise<boolean> {
  const isCancelled = await endRegressionTest(tenant, { id, state: 'cancelled' })
  if (!isCancelled) return false
  await events.publish(tenant.db, regressionTestChanged, { id, state: 'cancelled' })
  await announceCancellation({ events }, tenant.db, [id])
  return true
}
