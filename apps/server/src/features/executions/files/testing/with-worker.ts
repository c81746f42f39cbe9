import { leasedWork } from '../../../../entry/process/jobs.ts'
import type { Context } from '../../../../platform/context.ts'
import { connect } from '../../../../platform/db/connect.ts'
import { startWorker } from '../../../../platform/jobs/start-worker.ts'
import { openPlaces } from '../../../../platform/leases/places.ts'
import type { TestServer } from '../../../../testing/start-server.ts'
import { executionJobs } from '../../executions.worker.ts'

type How = {
  /** What the worker has in place of the server's own. */
  readonly replace?: Partial<Context>
  readonly stopWithinSeconds?: number
}

/** A worker beside a server that only serves, as its own process would have it, until the work is done. */
export async function withWorker(
  { ctx, databaseUrl }: Pick<TestServer, 'ctx' | 'databaseUrl'>,
  act: () => Promise<void>,
  { replace, stopWithinSeconds = 3 }: How = {},
): Promise<void> {
  const { pool, close } = connect(databaseUrl, ctx.log)
  const worker = await startWorker({
    pool,
    databaseUrl,
    jobs: executionJobs,
    needs: { ...ctx, ...replace },
    events: ctx.events,
    leases: { work: leasedWork, places: openPlaces() },
    log: ctx.log,
    isOnlyWorker: true,
  })
  await act().finally(async () => {
    await worker.stop({ withinSeconds: stopWithinSeconds })
    await close()
  })
}
