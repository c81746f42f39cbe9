import { setTimeout as sleep } from 'node:timers/promises'
import { DBOS, type WorkflowStatus } from '@dbos-inc/dbos-sdk'
import { describeFailure } from '../describe-failure.ts'
import { deleteHeartbeats } from './heartbeat.ts'
import { listRunning, putBack } from './move-jobs.ts'
import type { Reaper } from './reaper.ts'

type StopWorkerOptions = Pick<
  Reaper,
  'client' | 'db' | 'executorId' | 'jobNames' | 'log' | 'announce'
> & {
  /** Jobs that wait at a step for another worker. */
  readonly setAside: ReadonlySet<string>
  readonly withinSeconds: number
  /** Ends before the worker's lease does: what it still holds would look like a dead worker's. */
  readonly beforeLeave?: Promise<void> | undefined
}

/**
 * DBOS is shut down first, so that it starts nothing more; what already runs goes on over the
 * shared pool, and still stores its results.
 */
export async function stopWorker(options: StopWorkerOptions): Promise<void> {
  const { client, db, executorId, log } = options
  await DBOS.shutdown({ deregister: true })
  try {
    const { idle, inHand } = await waitForSteps(options)
    await putBack(client, idle)
    if (idle.length > 0) await options.announce()
    await options.beforeLeave
    if (inHand.length === 0) await deleteHeartbeats(db, [executorId])
    else
      log.warn({ jobs: inHand.length }, 'steps are still in progress; another worker restarts them')
  } catch (error) {
    const reason = describeFailure(error)
    log.warn(
      { reason },
      'the jobs of this worker could not be returned to the queue; another worker does it',
    )
  }
}

type Left = { readonly idle: WorkflowStatus[]; readonly inHand: WorkflowStatus[] }

async function waitForSteps(options: StopWorkerOptions): Promise<Left> {
  const deadline = performance.now() + options.withinSeconds * 1000
  const isIdle = (job: WorkflowStatus) =>
    options.setAside.has(job.workflowID) || !options.jobNames.includes(job.workflowName)

  for (;;) {
    const runningJobs = await listRunning(options.client, [options.executorId])
    const idle = runningJobs.filter(isIdle)
    const inHand = runningJobs.filter((job) => !isIdle(job))
    if (inHand.length === 0 || performance.now() >= deadline) return { idle, inHand }
    await sleep(25)
  }
}
