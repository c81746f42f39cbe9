import { randomUUID } from 'node:crypto'
import { badRequest, conflict } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { workWaiting } from '../../../platform/leases/announce-work.ts'
import { assertMayRun } from '../../billing/billing.port.ts'
import type { Comparison } from './comparison.ts'
import { verificationChanged } from './verifications.events.ts'
import {
  endVerification,
  forgetOldVerifications,
  insertVerification,
  listVerificationRows,
  type VerificationRow,
} from './verifications.store.ts'

type Input = {
  readonly actor: Actor
  readonly projectId: string
  readonly comparison: Comparison
}

/** Puts a verification into the queue, where a worker takes it. One that compares the same is joined. */
export async function startVerification(
  ctx: Pick<Context, 'config' | 'db' | 'events'>,
  { actor, projectId, comparison }: Input,
): Promise<VerificationRow> {
  const { cases, digest, candidate, published, version } = comparison
  if (cases.documents.length === 0) throw badRequest(nothingToVerify(comparison))
  const outer = tenantOf(ctx, actor)
  await assertMayRun(ctx.config, outer)
  return inTransaction(outer, async (tenant) => {
    const open = (await listVerificationRows(tenant, projectId)).find(isOpen)
    if (open?.digest === digest) return open
    if (open) await cancelWithin(ctx, tenant, open.id)
    await forgetOldVerifications(tenant, projectId)
    const id = randomUUID()
    const of = { id, projectId, digest, candidate, published, version, cases }
    const row = await insertVerification(tenant, { ...of, userId: actor.userId })
    if (!row) throw conflict('The project is being verified at this moment.')
    await ctx.events.publish(tenant.db, workWaiting, {})
    return row
  })
}

export const isOpen = ({ state }: Pick<VerificationRow, 'state'>) =>
  state === 'waiting' || state === 'running'

function nothingToVerify({ cases: { contradicted, notKept } }: Comparison): string {
  if (contradicted > 0) {
    return 'All values that are marked as right contradict each other. Say which of them are right.'
  }
  if (notKept > 0) return 'No document of a value that is known to be right is kept any longer.'
  return 'No value of the project is marked as right yet.'
}

/** Call it in a transaction. Returns false when it has ended before. */
export async function cancelWithin(
  { events }: Pick<Context, 'events'>,
  tenant: Tenant,
  id: string,
): Promise<boolean> {
  const isCancelled = await endVerification(tenant, { id, state: 'cancelled' })
  if (isCancelled) await events.publish(tenant.db, verificationChanged, { id, state: 'cancelled' })
  return isCancelled
}
