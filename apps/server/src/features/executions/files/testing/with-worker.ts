import { queues } from '../../../../entry/process/jobs.ts'
import type { Context } from '../../../../platform/context.ts'
import { connect } from '../../../../platform/db/connect.ts'
import { openSlotPool } from '../../../../platform/work/slot-pool.ts'
import { startWorker } from '../../../../platform/work/start-worker.ts'
import type { TestServer } from '../../../../testing/start-server.ts'
import { executionJobs } from '../../executions.worker.ts'

type WorkerOptions = {
  /** Parts of the context that the worker replaces. */
  readonly replace?: Partial<Context>
  readonly stopWithinSeconds?: number
}

/** Runs a worker beside a server, as a separate process would, until `act` is done. */
export async function withWorker(
  { ctx, databaseUrl }: Pick<TestServer, 'ctx' | 'databaseUrl'>,
  act: () => Promise<void>,
  { replace, stopWithinSeconds = 3 }: WorkerOptions = {},
): Promise<void> {
  const { pool, close } = connect(databaseUrl, ctx.log)
  const worker = await startWorker({
    pool,
    databaseUrl,
    jobs: executionJobs,
    needs: { ...ctx, ...replace },
    events: ctx.events,
    queues: { all: queues, slots: openSlotPool() },
    log: ctx.log,
    isOnlyWorker: true,
  })
  await act().finally(async () => {
    await worker.stop({ withinSeconds: stopWithinSeconds })
    await close()
  })
}
