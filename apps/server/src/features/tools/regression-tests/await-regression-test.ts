import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { isOpenTest } from './queue-regression-test.ts'
import { regressionTestChanged } from './regression-tests.events.ts'
import { findRegressionTest, type RegressionTestRow } from './regression-tests.store.ts'

/** Events can be missed, so the state is also polled. */
const pollSeconds = 2

type AwaitOptions = { readonly projectId: string; readonly id: string; readonly seconds: number }

/**
 * Waits until the test has ended or the time is up and returns its row; `undefined` when it was
 * deleted.
 */
export async function awaitRegressionTest(
  { events, shutdownSignal }: Pick<Context, 'events' | 'shutdownSignal'>,
  tenant: Tenant,
  { projectId, id, seconds }: AwaitOptions,
): Promise<RegressionTestRow | undefined> {
  let wakeUp = new AbortController()
  const unsubscribe = events.subscribe(regressionTestChanged, (event) => {
    if (event.id === id && event.state !== 'running') wakeUp.abort()
  })
  const deadline = performance.now() + seconds * 1000
  try {
    for (;;) {
      const row = await findRegressionTest(tenant, { projectId, id })
      const millisecondsLeft = deadline - performance.now()
      if (!row || !isOpenTest(row) || millisecondsLeft <= 0 || shutdownSignal.aborted) return row
      const signal = AbortSignal.any([wakeUp.signal, shutdownSignal])
      await sleep(Math.min(millisecondsLeft, pollSeconds * 1000), undefined, { signal }).catch(
        () => {},
      )
      if (wakeUp.signal.aborted) wakeUp = new AbortController()
    }
  } finally {
    unsubscribe()
  }
}
