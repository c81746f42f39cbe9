import { randomUUID } from 'node:crypto'
import { runWithAbortableDbRetries } from '@dbos-inc/dbos-sdk/internal/context'
import type { DBOSExecutor } from '@dbos-inc/dbos-sdk/internal/dbos-executor'
import { INTERNAL_QUEUE_NAME } from '@dbos-inc/dbos-sdk/internal/utils'
import { type WorkflowQueue, wfQueueRunner } from '@dbos-inc/dbos-sdk/internal/wfqueue'
import { workflowTimeoutConfig } from '@dbos-inc/dbos-sdk/internal/workflow_management'
import { describeFailure } from '../describe-failure.ts'
import { dbosSchema, dbosVersion, type JobsLog } from './dbos.ts'
import { openAlarm } from './open-alarm.ts'

type DispatchOptions = {
  /** Where every job waits; DBOS keeps another for the ticks of schedules. */
  readonly queue: WorkflowQueue
  readonly log: JobsLog
  /** A notification can be missed, and a tick gives none. */
  readonly lookEverySeconds: number
  /** Whether what this worker claims now is its own: not before it has beaten again after it stood still. */
  readonly mayClaim: () => boolean
}

/** While jobs wait that there is no room for. */
const lookAgainMilliseconds = 50
/** No job of ours has a deadline, after which DBOS looks every second unless it is told otherwise. */
const deadlinesMilliseconds = 60_000

/** The jobs of one organization, or the ticks. */
type WaitingPartition = {
  readonly name: string
  readonly partition: string | null
  readonly jobs: number
}

const waitingQuery = `
  select queue_name as name, queue_partition_key as partition, count(*)::int as jobs
  from "${dbosSchema}".workflow_status
  where status = 'ENQUEUED'
    and (queue_name = $1 and queue_partition_key is not null or queue_name = $2)
  group by queue_name, queue_partition_key
  order by random()`

/**
 * Takes the place of the loop in which DBOS asks the database, dozens of times a second, whether a job
 * waits: this one is told. It is still DBOS that claims and starts jobs. To be called before DBOS is
 * launched, which also stops it. Returns what makes it look at once.
 */
export function dispatchWhenTold({
  queue,
  log,
  lookEverySeconds,
  mayClaim,
}: DispatchOptions): () => void {
  const stopController = new AbortController()
  const alarm = openAlarm(stopController.signal)

  const run = async (executor: DBOSExecutor) => {
    while (!stopController.signal.aborted) {
      const claimPromise = mayClaim() ? claimWaiting(executor, queue) : Promise.resolve(true)
      const isLeft = await claimPromise.catch((error: unknown) => {
        log.warn({ reason: describeFailure(error) }, 'waiting jobs could not be claimed')
        return false
      })
      await alarm.within(isLeft ? lookAgainMilliseconds : lookEverySeconds * 1000)
    }
  }

  workflowTimeoutConfig.pollingIntervalMs = deadlinesMilliseconds
  wfQueueRunner.dispatchLoop = (executor) =>
    runWithAbortableDbRetries(stopController.signal, () => run(executor))
  wfQueueRunner.stop = () => stopController.abort()
  return alarm.ring
}

/** Claims what there is room for. Returns whether jobs are left, or may be. */
async function claimWaiting(executor: DBOSExecutor, queue: WorkflowQueue): Promise<boolean> {
  const { systemDatabase } = executor
  const maxRunning = queue.workerConcurrency ?? Number.POSITIVE_INFINITY
  // Counted once: what is claimed below may have begun to run before the next is claimed.
  const runningCount = systemDatabase.countRunningWorkflowsForQueue(queue.name)
  if (runningCount >= maxRunning) return true
  const { rows } = await systemDatabase.pool.query<WaitingPartition>(waitingQuery, [
    queue.name,
    INTERNAL_QUEUE_NAME,
  ])
  let claimedCount = 0
  let isLeft = false
  for (const { name, partition, jobs } of rows) {
    const from = name === queue.name ? queue : wfQueueRunner.getInternalQueue(name)
    const part = { partition: partition ?? undefined, running: runningCount + claimedCount }
    const ids = from ? await claimOf(executor, from, part) : []
    claimedCount += ids.length
    isLeft ||= ids.length < jobs
  }
  return isLeft
}

type Part = { readonly partition: string | undefined; readonly running: number }

async function claimOf(
  executor: DBOSExecutor,
  queue: WorkflowQueue,
  { partition, running: runningCount }: Part,
): Promise<string[]> {
  const { systemDatabase, executorID } = executor
  const owner = randomUUID()
  const ids = await systemDatabase
    .findAndMarkStartableWorkflows(
      queue,
      executorID,
      dbosVersion,
      partition,
      runningCount,
      0,
      owner,
    )
    .catch((error: unknown) => {
      if (isContention(error)) return []
      throw error
    })
  if (ids.length > 0) await executor.dispatchDequeuedWorkflows(ids, owner)
  return ids
}

/** Another worker claims the same jobs at this moment. */
function isContention(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && ['40001', '55P03'].includes(String(error.code))
  )
}
