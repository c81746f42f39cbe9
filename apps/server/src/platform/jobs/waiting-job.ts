import type { EnqueueWorkflowOptions } from '@dbos-inc/dbos-sdk'
import { omitUndefined } from '@recto/omit-undefined'
import { queueName } from './dbos.ts'
import type { EnqueueOptions } from './jobs.ts'

/**
 * The one place that writes a waiting job: DBOS never runs and never reports a job without an
 * organization or on a queue that it does not know.
 */
export function waitingJob(
  name: string,
  { key, organizationId, priority }: Omit<EnqueueOptions, 'db'>,
): EnqueueWorkflowOptions {
  return {
    queueName,
    workflowName: name,
    workflowID: key,
    queuePartitionKey: String(organizationId),
    ...omitUndefined({ priority }),
  }
}
