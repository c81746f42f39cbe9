import type { LeasedWork } from '../../../platform/leases/leases.ts'
import { claimRuns, isRunWaiting, listHeldRuns, releaseRuns } from './claimed-runs.store.ts'

/** The runs of the studio as leased work, but for what is done with them. */
export const runWork: Omit<LeasedWork<never>, 'run'> = {
  name: 'prompt-studio/run-prompts',
  claim: (db, by) => claimRuns({ db }, by),
  // Somebody waits for each.
  isWaiting: async (db, { awaited }) => awaited && (await isRunWaiting({ db })),
  release: (db, release) => releaseRuns({ db }, release),
  listHeld: (db, workerId) => listHeldRuns({ db }, workerId),
}
