import { z } from 'zod'
import { ExecutionStatus } from '../executions/executions.ts'
import { ownership } from '../organizations/sharing.ts'
import { OptionalPaging } from '../wire/paging.ts'
import { Timestamp } from '../wire/wire.ts'

export const DeploymentQuery = OptionalPaging.extend({
  workflow: z.uuid().optional(),
  /** The exact name; so are the names in the queries of other lists. */
  api_name: z.string().max(255).optional(),
})
export type DeploymentQuery = z.output<typeof DeploymentQuery>

/** Additional fields of rows in the list of deployments. */
export const rowOfDeployment = {
  created_by_email: z.string().nullable().optional(),
  ...ownership,
  /** Call counts, only in paged lists: counting all calls takes time. */
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
        in_review_files: z.number().int(),
        is_waiting_for_review: z.boolean(),
      }),
    )
    .optional(),
}
