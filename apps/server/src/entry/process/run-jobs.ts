import type { Pool } from 'pg'
import type { Context } from '../../platform/context.ts'
import { startWorker } from '../../platform/jobs/start-worker.ts'
import type { WorkerPlaces } from '../../platform/leases/places.ts'
import { startWatchdog } from '../../platform/watchdog/start-watchdog.ts'
import { jobs, leasedWork } from './jobs.ts'
import type { Running } from './run-process.ts'

type Given = {
  readonly ctx: Context
  readonly pool: Pool
  readonly places: WorkerPlaces
  readonly databaseUrl: string
  readonly isOnlyWorker: boolean
}

/** Runs the jobs of all rooms in this process until it ends. */
export async function runJobs({ config, log, onStop }: Running, given: Given): Promise<void> {
  const { ctx, pool, places, databaseUrl, isOnlyWorker } = given
  const worker = await startWorker({
    pool,
    databaseUrl,
    jobs,
    needs: ctx,
    events: ctx.events,
    leases: { work: leasedWork, places },
    log,
    isOnlyWorker,
    organizationConcurrency: config.jobsPerOrganization,
    workerConcurrency: config.jobsPerWorker,
  })
  onStop(() => worker.stop({ withinSeconds: 1 }))
  onStop(startWatchdog({ databaseUrl }))
}
