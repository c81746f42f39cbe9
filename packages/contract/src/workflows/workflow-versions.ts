import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { Timestamp } from '../wire/wire.ts'

/** How many are kept of a workflow; the oldest are deleted first. */
export const maxWorkflowVersions = 100

/**
 * A version of a workflow that is or was live. Deployments, pipelines and apps run the live one; an edit makes the next
 * one, unless changes of the workflow need publishing.
 */
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
  /** Path of the field, such as `settings.enable_highlight`. */
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type WorkflowChange = z.output<typeof WorkflowChange>

/** Compares the workflow with its live version. */
export const compareWorkflow = endpoint({
  method: 'GET',
  path: '/workflow/:id/versions/compare/',
  who: 'member',
  params: WorkflowId,
  reply: z.object({ changes: z.array(WorkflowChange) }),
})

const WorkflowSetting = z.object({
  /** Path of the field, such as `settings.enable_highlight`. */
  field: z.string(),
  /** Null where this version does not have the field. */
  value: z.string().nullable(),
  /** The value in the live version. */
  live: z.string().nullable(),
})
export type WorkflowSetting = z.output<typeof WorkflowSetting>

const VersionKey = WorkflowId.extend({ version: z.coerce.number().int().min(1).max(1_000_000_000) })

/** A version with all of its settings. */
export const getWorkflowVersion = endpoint({
  method: 'GET',
  path: '/workflow/:id/versions/:version/',
  who: 'member',
  params: VersionKey,
  reply: WorkflowVersion.extend({ settings: z.array(WorkflowSetting) }),
})

/** Makes the current state of the workflow the version that deployments and pipelines run. */
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
  params: VersionKey,
  reply: WorkflowVersion,
})
