import type { Context } from '../../platform/context.ts'
import type { LeasedWork } from '../../platform/leases/leases.ts'
import {
  claimVerifications,
  isVerificationWaiting,
  listHeldVerifications,
  releaseVerifications,
} from './regression-tests/claimed-verifications.store.ts'
import { runClaimedRegressionTest } from './regression-tests/run-claimed-regression-test.ts'

export const toolLeases: readonly LeasedWork<Context>[] = [
  {
    name: 'tools/verify-truths',
    claim: (db, request) => claimVerifications({ db }, request),
    // Somebody waits for each of them.
    isWaiting: async (db, { awaited: isAwaited }) =>
      isAwaited && (await isVerificationWaiting({ db })),
    release: (db, release) => releaseVerifications({ db }, release),
    listHeld: (db, workerId) => listHeldVerifications({ db }, workerId),
    run: runClaimedRegressionTest,
  },
]
