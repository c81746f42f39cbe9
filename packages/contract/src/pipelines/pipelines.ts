import { z } from 'zod'
import { DeploymentKey } from '../deployments/deployments.ts'
import { WorkflowRunReply } from '../executions/executions.ts'
import { ownership } from '../organizations/sharing.ts'
import { fieldsOf } from '../wire/describe-fields.ts'
import { endpoint } from '../wire/endpoint.ts'
import { changeShape, newShape, replyShape } from '../wire/fields.ts'
import { listOrPageOf, OptionalPaging } from '../wire/paging.ts'
import { NoBody, Timestamp } from '../wire/wire.ts'
import { PipelineType, pipelineFields, TimeZone } from './pipeline-fields.ts'

const Person = z.number().int().nullable()

export const PipelineStatus = z.enum([
  'SUCCESS',
  /** It ended, and some of its files failed. */
  'PARTIAL_SUCCESS',
  'FAILURE',
  'INPROGRESS',
  'YET_TO_START',
  'RESTARTING',
  'PAUSED',
])
export type PipelineStatus = z.output<typeof PipelineStatus>

/** One of the last runs, as lists of deployments and pipelines show it. */
export const LastRun = z.object({
  execution_id: z.uuid(),
  status: z.string(),
  timestamp: Timestamp,
  successful_files: z.number().int(),
  failed_files: z.number().int(),
  in_review_files: z.number().int(),
  /** Whether it waits for people and nothing else. */
  is_waiting_for_review: z.boolean(),
})
export type LastRun = z.output<typeof LastRun>

export const Pipeline = z.object({
  id: z.uuid(),
  ...replyShape(pipelineFields),
  workflow_id: z.uuid(),
  workflow_name: z.string(),
  /** Whether it has a timetable. */
  scheduled: z.boolean(),
  next_run_time: Timestamp.nullable(),
  run_count: z.number().int(),
  last_run_time: Timestamp.nullable(),
  last_run_status: PipelineStatus,
  last_5_run_statuses: z.array(LastRun),
  app_id: z.null(),
  app_icon: z.null(),
  app_url: z.null(),
  access_control_bundle_id: z.null(),
  /** `deployment/pipeline/api/{org}/{id}/`, without a leading slash. */
  api_endpoint: z.string(),
  source_name: z.string(),
  source_icon: z.string(),
  destination_name: z.string(),
  destination_icon: z.string(),
  organization: z.number().int(),
  created_by: Person,
  modified_by: Person,
  created_by_email: z.string().nullable(),
  created_at: Timestamp,
  modified_at: Timestamp,
  ...ownership,
})
export type Pipeline = z.output<typeof Pipeline>

const SavedPipeline = Pipeline.extend({
  /** Says what of the destination could not be checked, such as rights of a database that is not asked for them. */
  caveat: z.string().nullable(),
})
export type SavedPipeline = z.output<typeof SavedPipeline>

const PipelineQuery = OptionalPaging.extend({
  type: PipelineType.optional(),
  workflow: z.uuid().optional(),
  pipeline_name: z.string().optional(),
})
export type PipelineQuery = z.output<typeof PipelineQuery>

export const listPipelines = endpoint({
  method: 'GET',
  path: '/pipeline/',
  who: 'member',
  query: PipelineQuery,
  reply: listOrPageOf(Pipeline),
})

const NewPipeline = z.object(newShape(pipelineFields))
export type NewPipeline = z.output<typeof NewPipeline>

/** It is active, and has a first key. */
export const createPipeline = endpoint({
  method: 'POST',
  path: '/pipeline/',
  who: 'member',
  status: 201,
  body: NewPipeline,
  reply: SavedPipeline,
})

export const describePipelineFields = fieldsOf(createPipeline)

const PipelineId = z.object({ id: z.uuid() })

export const getPipeline = endpoint({
  method: 'GET',
  path: '/pipeline/:id/',
  who: 'member',
  params: PipelineId,
  reply: Pipeline,
})

const PipelineChanges = z.object(changeShape(pipelineFields))
export type PipelineChanges = z.output<typeof PipelineChanges>

/** The whole row may come back; what cannot be changed is ignored. */
export const updatePipeline = endpoint({
  method: 'PUT',
  path: '/pipeline/:id/',
  who: 'member',
  params: PipelineId,
  body: PipelineChanges,
  reply: SavedPipeline,
})

/** `active` switches its timetable on and off, and whether it can be run at all. */
export const patchPipeline = endpoint({ ...updatePipeline, method: 'PATCH' })

export const deletePipeline = endpoint({
  method: 'DELETE',
  path: '/pipeline/:id/',
  who: 'member',
  status: 204,
  params: PipelineId,
  reply: NoBody,
})

/** Runs it now. 422 while it is switched off. */
export const executePipeline = endpoint({
  method: 'POST',
  path: '/pipeline/execute/',
  who: 'member',
  body: z.object({
    pipeline_id: z.uuid(),
    pipeline_type: PipelineType.optional(),
    execution_id: z.string().nullable().optional(),
    /** Whether results of earlier runs may be used; true by default. */
    use_earlier_results: z.boolean().optional(),
  }),
  reply: z.object({ pipeline: Pipeline, execution: WorkflowRunReply }),
})

/** Times for which a timetable was due, and what became of each; newest first. */
const PipelineTick = z.object({
  due_at: Timestamp,
  outcome: z.enum(['started', 'overlapped', 'refused']),
  /** Times before it that passed while nothing ran; they are not made up for. */
  missed: z.number().int(),
  detail: z.string().nullable(),
  execution_id: z.uuid().nullable(),
})
export type PipelineTick = z.output<typeof PipelineTick>

export const listPipelineTicks = endpoint({
  method: 'GET',
  path: '/pipeline/:id/ticks/',
  who: 'member',
  params: PipelineId,
  reply: z.array(PipelineTick),
})

/** Returns the next three run times of a schedule. */
export const previewSchedule = endpoint({
  method: 'GET',
  path: '/pipeline/schedule/',
  who: 'member',
  query: z.object({ cron_string: z.string().max(256), time_zone: TimeZone.default('UTC') }),
  reply: z.object({ next_run_times: z.array(Timestamp) }),
})

export const listPipelineKeys = endpoint({
  method: 'GET',
  path: '/api/keys/pipeline/:id/',
  who: 'member',
  showsKeys: true,
  params: PipelineId,
  reply: z.array(DeploymentKey),
})

const KeyFields = z.object({
  description: z.string().trim().min(1).max(255).optional(),
  is_active: z.boolean().optional(),
})

export const createPipelineKey = endpoint({
  method: 'POST',
  path: '/api/keys/pipeline/:id/',
  who: 'member',
  showsKeys: true,
  status: 201,
  params: PipelineId,
  body: KeyFields,
  reply: DeploymentKey,
})

export const getPipelineCollection = endpoint({
  method: 'GET',
  path: '/pipeline/api/postman_collection/:id/',
  who: 'member',
  showsKeys: true,
  params: PipelineId,
  reply: z.record(z.string(), z.unknown()),
})

/** Starts a run with a key of the pipeline, and does not wait for it. */
export const callPipeline = endpoint({
  method: 'POST',
  path: '/deployment/pipeline/api/:org/:pipeline_id/',
  who: 'key',
  params: z.object({ org: z.string(), pipeline_id: z.uuid() }),
  reply: z.object({ message: z.string(), execution_id: z.uuid() }),
})
