import { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'
import { defineEvent } from '../../../platform/events/events.ts'
import { type ArrivalKind, insertArrival, listReaders } from './arrivals.store.ts'

/** Published when something has arrived, so that the process that starts runs knows when to look. */
export const arrivalNoted = defineEvent({
  name: 'arrival.noted',
  payload: z.object({ dueAt: z.iso.datetime() }),
})

type NoteArrivalRequest = {
  readonly pipelineId: string
  readonly kind: ArrivalKind
  /** Paths of the files, as far as they are known. */
  readonly paths: readonly string[]
}

const maxExampleLength = 500

/** Notes that something has arrived for a pipeline. Returns false if the pipeline does not run on arrival, or is switched off. */
export async function noteArrival(
  { db, events, log }: Pick<Context, 'db' | 'events' | 'log'>,
  tenant: Tenant,
  { pipelineId, kind, paths }: NoteArrivalRequest,
): Promise<boolean> {
  const dueAt = await insertArrival(tenant, {
    pipelineId,
    kind,
    count: Math.max(1, paths.length),
    example: paths[0]?.slice(0, maxExampleLength),
  })
  if (!dueAt) return false
  const payload = { dueAt: dueAt.toISOString() }
  // Without it, the run only starts a little later.
  await events.publish(db, arrivalNoted, payload).catch((error: unknown) => {
    log.warn({ reason: describeFailure(error) }, 'an arrival could not be announced')
  })
  return true
}

type ReceivedMail = { readonly organizationId: number; readonly connectorId: string }

/** Notes a received mail for each pipeline that reads it. A repeated job leads to a run without new files at most. */
export async function noteReceivedMail(
  ctx: Pick<Context, 'db' | 'events' | 'log'>,
  { organizationId, connectorId }: ReceivedMail,
): Promise<void> {
  const tenant: Tenant = { db: ctx.db, organizationId }
  for (const pipelineId of await listReaders(tenant, connectorId))
    await noteArrival(ctx, tenant, { pipelineId, kind: 'mail', paths: [] })
}
