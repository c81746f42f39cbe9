import type { Pool } from 'pg'
import type { Config } from '../../platform/config/config.ts'
import type { Context } from '../../platform/context.ts'
import { startWorker } from '../../platform/jobs/start-worker.ts'
import type { PlaceLimits, PlacesOfKinds } from '../../platform/leases/place.ts'
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
    leases: { work: leasedWork, places, limits: placeLimits(config) },
    log,
    isOnlyWorker,
    organizationConcurrency: Math.min(config.jobsPerOrganization ?? 16, 16),
    workerConcurrency: Math.min(config.jobsPerWorker, 32),
  })
  onStop(() => worker.stop({ withinSeconds: 1 }))
  onStop(startWatchdog({ databaseUrl }))
}

/**
 * Calls that wait have places beside those of batches: a place costs little while its file waits for a
 * model or for its pages. No workflow gets more than half of them, no organization all.
 */
function placeLimits(config: Config): PlacesOfKinds<PlaceLimits> {
  const { jobsPerWorkflow, jobsPerOrganization, jobsPerWorker: max } = config
  const ofEachWorker = [
    ...(jobsPerOrganization === undefined ? ['maxOfOrganization' as const] : []),
    ...(jobsPerWorkflow === undefined ? ['maxOfGroup' as const] : []),
  ]
  return {
    awaited: { max, maxOfOrganization: Math.ceil(max * 0.75), maxOfGroup: Math.ceil(max / 2) },
    batch: {
      max,
      maxOfOrganization: jobsPerOrganization ?? 64,
      maxOfGroup: jobsPerWorkflow ?? 16,
      ofEachWorker,
    },
  }
}
