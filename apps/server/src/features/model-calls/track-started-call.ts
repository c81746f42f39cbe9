import type { ServiceJob } from '@recto/provider-spec/service-job'
import type { Tenant } from '../../platform/db/database.ts'
import type { GroupedWrite } from '../../platform/db/group-commits.ts'
import type { OpenedLlm } from '../adapters/adapters.port.ts'
import type { CallContext } from './call-context.ts'
import { retryUntilStored } from './call-once.ts'
import {
  deleteStartedCall,
  findStartedCall,
  type StartedCall,
  saveStartedCalls,
} from './started-calls.store.ts'

/**
 * A call whose service keeps the reply. The service's id of the call is stored while it is answered,
 * so that the reply can be fetched, and not paid for again, when this process does not live to
 * receive it.
 */
export type StartedCallTracker = {
  /** The next attempt fetches with it what an earlier one has started. */
  readonly job: ServiceJob
  /** Lets the service delete the reply, because it is stored here. */
  discard(): void
  /** Stops a call whose reply nobody will use. */
  cancel(): Promise<void>
}

/** Stores ids that arrive concurrently in one commit. */
const startedCallWrites: GroupedWrite<StartedCall> = {
  name: 'model-calls/save-started-calls',
  write: (db, calls) => saveStartedCalls({ db }, calls),
}

type CallToTrack = { readonly adapter: OpenedLlm; readonly callKey: string }

/** Returns `undefined` if the service does not keep replies. */
export async function trackStartedCall(
  tenant: Tenant,
  { isFirstRun, groupCommits }: CallContext,
  { adapter: { id: adapterId, changedAt: since, connection }, callKey }: CallToTrack,
): Promise<StartedCallTracker | undefined> {
  const { keptReplies } = connection
  if (!keptReplies) return undefined
  const { db, organizationId } = tenant
  let jobId = isFirstRun ? undefined : await findStartedCall(tenant, { callKey, adapterId, since })

  return {
    job: {
      get earlierId() {
        return jobId
      },
      onStarted(id) {
        jobId = id
        const startedCall = { organizationId, callKey, adapterId, job: id }
        return retryUntilStored(() =>
          groupCommits && !db.isTransaction
            ? groupCommits.commit(startedCallWrites, startedCall)
            : startedCallWrites.write(db, [startedCall]),
        )
      },
      async onLost() {
        jobId = undefined
        await retryUntilStored(() => deleteStartedCall(tenant, callKey))
      },
    },
    discard() {
      // A reply that cannot be deleted expires at the service.
      if (jobId !== undefined) void keptReplies.discard(jobId).catch(() => {})
    },
    async cancel() {
      if (jobId === undefined) return
      // The service may have answered by now, or may be away: then the call ends without us.
      await keptReplies.cancel(jobId).catch(() => {})
      await keptReplies.discard(jobId).catch(() => {})
      await retryUntilStored(() => deleteStartedCall(tenant, callKey))
    },
  }
}
