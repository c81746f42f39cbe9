import type { DBOSClient, WorkflowStatus } from '@dbos-inc/dbos-sdk'
import { queueName, tickName } from './dbos.ts'
import { listRunning } from './move-jobs.ts'

export type Stranded = { readonly reason: string; readonly jobs: readonly string[] }

/** A job that is asked for rightly may wait long behind others; a wrong one shows at once. */
const shortWait = 60_000
const longWait = 15 * 60_000
const maxListed = 500

/** Jobs that nobody will ever run, which DBOS itself does not report. */
export async function findStranded(
  client: DBOSClient,
  jobNames: readonly string[],
  now = Date.now(),
): Promise<Stranded[]> {
  const runningJobs = await listRunning(client)
  const waitingJobs = await client.listWorkflows({
    status: 'ENQUEUED',
    endTime: new Date(now - shortWait).toISOString(),
    limit: maxListed,
    loadInput: false,
    loadOutput: false,
  })
  const names = new Set([...jobNames, tickName])
  const busy = new Set(runningJobs.map(({ queuePartitionKey }) => queuePartitionKey))
  const misplacedJobs = waitingJobs.filter(isMisplaced)
  const isLate = (job: WorkflowStatus) =>
    job.createdAt < now - longWait &&
    !busy.has(job.queuePartitionKey) &&
    !misplacedJobs.includes(job)

  return [
    { reason: 'unknown queue, or no organization', jobs: misplacedJobs },
    {
      reason: 'this worker does not know this type of job',
      jobs: [...waitingJobs, ...runningJobs].filter(({ workflowName }) => !names.has(workflowName)),
    },
    { reason: 'no job of the organization is running', jobs: waitingJobs.filter(isLate) },
  ]
    .filter(({ jobs }) => jobs.length > 0)
    .map(({ reason, jobs }) => ({ reason, jobs: jobs.map(describe) }))
}

function isMisplaced(job: WorkflowStatus): boolean {
  if (job.workflowName === tickName) return false
  return job.queueName !== queueName || job.queuePartitionKey === undefined
}

const describe = ({ workflowID, workflowName }: WorkflowStatus) => `${workflowName} ${workflowID}`
