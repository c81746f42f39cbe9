import type { LeasedWork } from '../../../platform/leases/leases.ts'
import { claimRuns, isRunWaiting, listHeldRuns, releaseRuns } from './claimed-runs.store.ts'

/** The queue of studio runs as leased work; the worker adds how a run is executed. */
export const runQueue: Omit<LeasedWork<never>, 'run'> = {
  name: 'prompt-studio/run-prompts',
  claim: (db, claim) => claimRuns({ db }, claim),
  // Somebody waits for every run, so none has the priority `batch`.
  isWaiting: async (db, { awaited: isForAwaited }) => isForAwaited && (await isRunWaiting({ db })),
  release: (db, release) => releaseRuns({ db }, release),
  listHeld: (db, workerId) => listHeldRuns({ db }, workerId),
}
