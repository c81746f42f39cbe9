import type { DBOSClient, WorkflowStatus } from '@dbos-inc/dbos-sdk'
import { omitUndefined } from '@recto/omit-undefined'
import { queueName } from './dbos.ts'

/** Jobs that workers have started and not finished; of those workers only, when some are named. */
export function listRunning(
  client: DBOSClient,
  executorIds?: readonly string[],
): Promise<WorkflowStatus[]> {
  return client.listWorkflows({
    status: 'PENDING',
    loadInput: false,
    loadOutput: false,
    ...omitUndefined({ executorId: executorIds && [...executorIds] }),
  })
}

/**
 * Puts started jobs back into the queue that each came from, its organization kept. Whoever still
 * runs one finds at its next step that the job is no longer its own.
 */
export async function putBack(client: DBOSClient, jobs: readonly WorkflowStatus[]): Promise<void> {
  const ownJobs = jobs.filter((job) => job.queueName === queueName)
  const ticks = jobs.filter((job) => job.queueName !== queueName)
  if (ownJobs.length > 0) await client.resumeWorkflows(idsOf(ownJobs), { queueName })
  if (ticks.length > 0) await client.resumeWorkflows(idsOf(ticks))
}

const idsOf = (jobs: readonly WorkflowStatus[]) => jobs.map(({ workflowID }) => workflowID)
