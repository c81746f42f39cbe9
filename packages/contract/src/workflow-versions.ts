import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Timestamp } from './wire.ts'

/** What a workflow was when it was published. Deployments and pipelines run the one that is live. */
export const WorkflowVersion = z.object({
  version: z.number().int(),
  is_live: z.boolean(),
  /** The earlier one that was made the newest again. */
  restored_from: z.number().int().nullable(),
  created_by_email: z.string().nullable(),
  created_at: Timestamp,
})
export type WorkflowVersion = z.output<typeof WorkflowVersion>

const WorkflowId = z.object({ id: z.uuid() })

/** Newest first; none before the first deployment. */
export const listWorkflowVersions = endpoint({
  method: 'GET',
  path: '/workflow/:id/versions/',
  who: 'member',
  params: WorkflowId,
  reply: z.array(WorkflowVersion),
})

const WorkflowChange = z.object({
  /** Such as `settings.enable_highlight`. */
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type WorkflowChange = z.output<typeof WorkflowChange>

/** In what the workflow differs from what is live. */
export const compareWorkflow = endpoint({
  method: 'GET',
  path: '/workflow/:id/versions/compare/',
  who: 'member',
  params: WorkflowId,
  reply: z.object({ changes: z.array(WorkflowChange) }),
})

/** From now on deployments and pipelines run the workflow as it is now. */
export const publishWorkflow = endpoint({
  method: 'POST',
  path: '/workflow/:id/publish/',
  who: 'member',
  params: WorkflowId,
  reply: WorkflowVersion,
})

/** Makes an earlier version live again, as the newest one. */
export const rollBackWorkflow = endpoint({
  method: 'POST',
  path: '/workflow/:id/versions/:version/restore/',
  who: 'member',
  params: WorkflowId.extend({ version: z.coerce.number().int().min(1) }),
  reply: WorkflowVersion,
})
