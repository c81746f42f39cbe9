import { z } from 'zod'
import { Connector, ConnectorSummary } from '../connectors/connectors.ts'
import { ownership } from '../organizations/sharing.ts'
import { fieldsOf } from '../wire/describe-fields.ts'
import { endpoint } from '../wire/endpoint.ts'
import { changeShape, newShape, replyShape } from '../wire/fields.ts'
import { listOrPageOf, OptionalPaging } from '../wire/paging.ts'
import { NoBody, Timestamp } from '../wire/wire.ts'
import {
  ConnectionType,
  endpointFields,
  toolInstanceFields,
  workflowFields,
} from './workflow-fields.ts'

const Person = z.number().int().nullable()

export const ToolInstance = z.object({
  id: z.uuid(),
  workflow: z.uuid(),
  /** The registry id of an exported project. */
  tool_id: z.string(),
  name: z.string(),
  icon: z.string(),
  input: z.null(),
  output: z.null(),
  input_file_connector: z.null(),
  output_file_connector: z.null(),
  input_db_connector: z.null(),
  output_db_connector: z.null(),
  version: z.string(),
  /** The version of the tool that a rollback has restored; null: the newest one. */
  tool_version: z.number().int().nullable(),
  ...replyShape(toolInstanceFields),
  /** The part of the live version, which deployments run; null while nothing is live. */
  live: z
    .object({
      tool_id: z.string(),
      tool_version: z.number().int().nullable(),
      metadata: z.record(z.string(), z.unknown()),
    })
    .nullable(),
  /** One-based. */
  step: z.number().int(),
  status: z.string(),
  created_by: Person,
  modified_by: Person,
  created_at: Timestamp,
  modified_at: Timestamp,
})
export type ToolInstance = z.output<typeof ToolInstance>

export const Workflow = z.object({
  id: z.uuid(),
  ...replyShape(workflowFields),
  /** The version that deployments, pipelines and apps run; null while nothing is live. */
  live_version: z.number().int().nullable(),
  status: z.string(),
  workflow_owner: Person,
  deployment_type: z.string(),
  source_settings: z.null(),
  destination_settings: z.null(),
  organization: z.number().int(),
  tool_instances: z.array(ToolInstance),
  created_by: Person,
  created_by_email: z.string().nullable(),
  modified_by: Person,
  created_at: Timestamp,
  modified_at: Timestamp,
  ...ownership,
})
export type Workflow = z.output<typeof Workflow>

export const EndpointType = z.enum(['SOURCE', 'DESTINATION'])
export type EndpointType = z.output<typeof EndpointType>

export const WorkflowEndpoint = z.object({
  id: z.uuid(),
  workflow: z.uuid(),
  workflow_name: z.string(),
  endpoint_type: EndpointType,
  ...replyShape(endpointFields),
  /** Its id, or the whole connector if the installation is set up for newer browser clients. */
  connector_instance: z.union([z.uuid(), Connector]).nullable(),
  /** The name and the kind of that connector, also for those who may not use it. */
  connector: ConnectorSummary.nullable(),
  /** The part of the live version, which deployments run; null while nothing is live. */
  live: z
    .object({
      connection_type: ConnectionType,
      configuration: z.record(z.string(), z.unknown()),
      connector_instance: z.uuid().nullable(),
    })
    .nullable(),
  created_at: Timestamp,
  modified_at: Timestamp,
})
export type WorkflowEndpoint = z.output<typeof WorkflowEndpoint>

const WorkflowId = z.object({ id: z.uuid() })
const UserFilter = z.coerce.number().pipe(z.int32())
const Flag = z.stringbool().or(z.boolean())

const WorkflowQuery = OptionalPaging.extend({
  workflow_name: z.string().max(255).optional(),
  created_by: UserFilter.optional(),
  workflow_owner: UserFilter.optional(),
  is_active: Flag.optional(),
  order_by: z.enum(['asc', 'desc']).default('desc'),
})
export type WorkflowQuery = z.output<typeof WorkflowQuery>

/** Newest change first; `order_by=asc` turns it round, `ordering` goes before it. */
export const listWorkflows = endpoint({
  method: 'GET',
  path: '/workflow/',
  who: 'member',
  query: WorkflowQuery,
  reply: listOrPageOf(Workflow),
})

const NewWorkflow = z.object(newShape(workflowFields))
export type NewWorkflow = z.output<typeof NewWorkflow>

export const createWorkflow = endpoint({
  method: 'POST',
  path: '/workflow/',
  who: 'member',
  status: 201,
  body: NewWorkflow,
  reply: Workflow,
})

export const describeWorkflowFields = fieldsOf(createWorkflow)

export const getWorkflow = endpoint({
  method: 'GET',
  path: '/workflow/:id/',
  who: 'member',
  params: WorkflowId,
  reply: Workflow,
})

const WorkflowChanges = z.object(changeShape(workflowFields))
export type WorkflowChanges = z.output<typeof WorkflowChanges>

export const updateWorkflow = endpoint({
  method: 'PUT',
  path: '/workflow/:id/',
  who: 'member',
  params: WorkflowId,
  body: WorkflowChanges,
  reply: Workflow,
})

export const patchWorkflow = endpoint({ ...updateWorkflow, method: 'PATCH' })

export const activateWorkflow = endpoint({
  method: 'PUT',
  path: '/workflow/active/:id/',
  who: 'member',
  params: WorkflowId,
  reply: Workflow,
})

/**
 * 409 while a deployment or a pipeline uses it. Documents that wait for review stay there, and are delivered once
 * approved; with `in_review=withdraw` their runs are stopped instead, and nothing of them is delivered.
 */
export const deleteWorkflow = endpoint({
  method: 'DELETE',
  path: '/workflow/:id/',
  who: 'member',
  status: 204,
  params: WorkflowId,
  query: z.object({ in_review: z.enum(['keep', 'withdraw']).default('keep') }),
  reply: NoBody,
})

export const canUpdateWorkflow = endpoint({
  method: 'GET',
  path: '/workflow/:id/can-update/',
  who: 'member',
  params: WorkflowId,
  reply: z.object({
    can_update: z.boolean(),
    /** Pipelines and deployments that use the workflow. */
    pipelines: z.array(z.string()).optional(),
    pipeline_count: z.number().int().optional(),
    api_names: z.array(z.string()).optional(),
    api_count: z.number().int().optional(),
    /** Documents of the workflow that wait for people. */
    in_review_count: z.number().int().optional(),
  }),
})

export const listEndpointsOfWorkflow = endpoint({
  method: 'GET',
  path: '/workflow/:id/endpoint/',
  who: 'member',
  params: WorkflowId,
  reply: z.array(WorkflowEndpoint),
})

const EndpointQuery = z.object({
  endpoint_type: EndpointType.optional(),
  connection_type: ConnectionType.optional(),
  workflow: z.uuid().optional(),
})
export type EndpointQuery = z.output<typeof EndpointQuery>

/** Across workflows: this is how a deployment's choices are found. */
export const listEndpoints = endpoint({
  method: 'GET',
  path: '/workflow/endpoint/',
  who: 'member',
  query: EndpointQuery,
  reply: z.array(WorkflowEndpoint),
})

export const getEndpoint = endpoint({
  method: 'GET',
  path: '/workflow/endpoint/:id/',
  who: 'member',
  params: WorkflowId,
  reply: WorkflowEndpoint,
})

/** A whole connector stands for its id, because the whole row may come back. */
const ConnectorReference = z.union([z.uuid(), z.object({ id: z.uuid() }).transform(({ id }) => id)])

const EndpointChanges = z.object({
  ...changeShape(endpointFields),
  connector_instance: ConnectorReference.nullable().optional(),
  /** The same as `connector_instance`. */
  connector_instance_id: z.uuid().nullable().optional(),
})
export type EndpointChanges = z.output<typeof EndpointChanges>

/** The whole row may come back; what cannot be changed is ignored. */
export const updateEndpoint = endpoint({
  method: 'PUT',
  path: '/workflow/endpoint/:id/',
  who: 'member',
  params: WorkflowId,
  body: EndpointChanges,
  reply: WorkflowEndpoint,
})

export const patchEndpoint = endpoint({ ...updateEndpoint, method: 'PATCH' })

/** The status stands in the body too. */
export const getEndpointSettings = endpoint({
  method: 'GET',
  path: '/workflow/endpoint/:id/settings/',
  who: 'member',
  params: WorkflowId,
  reply: z.object({
    status: z.literal(200),
    schema: z.record(z.string(), z.unknown()).nullable(),
  }),
})

/** What could be set for an end, whatever a workflow has: a JSON Schema, without properties where there is nothing to set. */
export const getEndSchema = endpoint({
  method: 'GET',
  path: '/workflow/schema/',
  who: 'member',
  query: z.object({ type: z.enum(['src', 'dest']), entity: z.enum(['file', 'api', 'db', 'http']) }),
  reply: z.record(z.string(), z.unknown()),
})
