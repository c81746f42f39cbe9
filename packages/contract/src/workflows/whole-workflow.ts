import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { newShape } from '../wire/fields.ts'
import { endpointFields, workflowFields } from './workflow-fields.ts'
import { Workflow } from './workflows.ts'

const End = z.object({
  connection_type: endpointFields.connectionType.schema,
  configuration: endpointFields.configuration.schema,
  connector_instance: endpointFields.connectorId.schema,
})

const WholeWorkflow = z.object({
  /** Null for a new workflow. */
  id: z.uuid().nullable(),
  workflow_name: newShape(workflowFields).workflow_name,
  description: workflowFields.description.schema,
  prompt_text: workflowFields.promptText.schema,
  is_active: workflowFields.isActive.schema,
  changes_need_publishing: workflowFields.changesNeedPublishing.schema,
  source: End.optional(),
  destination: End.optional(),
  tool: z
    .object({ tool_id: z.string().min(1).max(128), metadata: z.record(z.string(), z.unknown()) })
    .nullable()
    .optional(),
})
export type WholeWorkflow = z.output<typeof WholeWorkflow>

/**
 * Saves a workflow with its endpoints and its tool, completely or not at all: if it is deployed, its next run uses all
 * changes or none. An absent part stays as it is.
 */
export const saveWholeWorkflow = endpoint({
  method: 'PUT',
  path: '/workflow/whole/',
  who: 'member',
  body: WholeWorkflow,
  reply: Workflow,
})
