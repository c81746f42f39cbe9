import { z } from 'zod'
import { ExecutionStatus } from './executions.ts'
import { OptionalPaging } from './paging.ts'
import { ownership } from './sharing.ts'
import { Timestamp } from './wire.ts'

export const DeploymentQuery = OptionalPaging.extend({ workflow: z.uuid().optional() })
export type DeploymentQuery = z.output<typeof DeploymentQuery>

/** What rows of the list say besides what a deployment is. */
export const rowOfDeployment = {
  created_by_email: z.string().nullable().optional(),
  ...ownership,
  /** Of its calls, where a page is asked for: counting all of them takes time. */
  run_count: z.number().int().optional(),
  last_run_time: Timestamp.nullable().optional(),
  last_5_run_statuses: z
    .array(
      z.object({
        execution_id: z.uuid(),
        status: ExecutionStatus,
        timestamp: Timestamp,
        successful_files: z.number().int(),
        failed_files: z.number().int(),
      }),
    )
    .optional(),
}
