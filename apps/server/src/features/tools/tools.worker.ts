import type { Context } from '../../platform/context.ts'
import type { LeasedWork } from '../../platform/leases/leases.ts'
import {
  claimRegressionTests,
  isRegressionTestWaiting,
  listHeldRegressionTests,
  releaseRegressionTests,
} from './regression-tests/claimed-regression-tests.store.ts'
import { runClaimedRegressionTest } from './regression-tests/run-claimed-regression-test.ts'

export const toolLeases: readonly LeasedWork<Context>[] = [
  {
    // The name of the work is durable, so it keeps the older words for a regression test.
    name: 'tools/verify-truths',
    claim: (db, request) => claimRegressionTests({ db }, request),
    // Somebody waits for each of them.
    isWaiting: async (db, { awaited: isAwaited }) =>
      isAwaited && (await isRegressionTestWaiting({ db })),
    release: (db, release) => releaseRegressionTests({ db }, release),
    listHeld: (db, workerId) => listHeldRegressionTests({ db }, workerId),
    run: runClaimedRegressionTest,
  },
]
