import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { changeShape } from '../wire/fields.ts'
import { NoBody } from '../wire/wire.ts'
import { toolInstanceFields } from '../workflows/workflow-fields.ts'
import { ToolInstance } from '../workflows/workflows.ts'

/** A tool that can be a step of a workflow. */
export const CatalogueTool = z.object({
  name: z.string(),
  description: z.string(),
  icon: z.string(),
  /** The registry id of an exported project. */
  function_name: z.string(),
})
export type CatalogueTool = z.output<typeof CatalogueTool>

export const listTools = endpoint({
  method: 'GET',
  path: '/tool/',
  who: 'member',
  reply: z.array(CatalogueTool),
})

/** Projects, exported or not: a workflow can be made when there is one. */
export const countProjects = endpoint({
  method: 'GET',
  path: '/tool/prompt-studio/count/',
  who: 'member',
  reply: z.object({ count: z.number().int() }),
})

export const getToolSettingsSchema = endpoint({
  method: 'GET',
  path: '/tool_settings_schema/',
  who: 'member',
  query: z.object({ function_name: z.string().default(''), workflow_id: z.string().optional() }),
  reply: z.record(z.string(), z.unknown()),
})

const ToolInstanceQuery = z.object({
  workflow: z.uuid().optional(),
  workflow_id: z.uuid().optional(),
})
export type ToolInstanceQuery = z.output<typeof ToolInstanceQuery>

export const listToolInstances = endpoint({
  method: 'GET',
  path: '/tool_instance/',
  who: 'member',
  query: ToolInstanceQuery,
  reply: z.array(ToolInstance),
})

const NewToolInstance = z.object({ workflow_id: z.uuid(), tool_id: z.string().min(1) })
export type NewToolInstance = z.output<typeof NewToolInstance>

/** A workflow has one tool; a second one is refused. */
export const createToolInstance = endpoint({
  method: 'POST',
  path: '/tool_instance/',
  who: 'member',
  status: 201,
  body: NewToolInstance,
  reply: ToolInstance,
})

const InstanceId = z.object({ id: z.uuid() })

export const getToolInstance = endpoint({
  method: 'GET',
  path: '/tool_instance/:id/',
  who: 'member',
  params: InstanceId,
  reply: ToolInstance,
})

/** The metadata is replaced as a whole. */
export const updateToolInstance = endpoint({
  method: 'PATCH',
  path: '/tool_instance/:id/',
  who: 'member',
  params: InstanceId,
  body: z.object(changeShape(toolInstanceFields)),
  reply: ToolInstance,
})

export const putToolInstance = endpoint({ ...updateToolInstance, method: 'PUT' })

export const deleteToolInstance = endpoint({
  method: 'DELETE',
  path: '/tool_instance/:id/',
  who: 'member',
  status: 204,
  params: InstanceId,
  reply: NoBody,
})

const ToolInstanceOrder = z.object({
  workflow_id: z.uuid(),
  tool_instances: z.array(z.uuid()),
})
export type ToolInstanceOrder = z.output<typeof ToolInstanceOrder>

export const reorderToolInstances = endpoint({
  method: 'POST',
  path: '/tool_instance/reorder/',
  who: 'member',
  body: ToolInstanceOrder,
  reply: z.array(ToolInstance),
})
