import type { WholeWorkflow } from '@recto/contract/workflows/whole-workflow'

type End = NonNullable<WholeWorkflow['source']>

const toEnd = ({ connection_type, configuration, connector_instance }: End) => ({
  connectionType: connection_type,
  configuration,
  connectorId: connector_instance,
})

export const toWholeWorkflow = (body: WholeWorkflow) => ({
  id: body.id,
  name: body.workflow_name,
  description: body.description,
  promptText: body.prompt_text,
  isActive: body.is_active,
  changesNeedPublishing: body.changes_need_publishing,
  source: body.source && toEnd(body.source),
  destination: body.destination && toEnd(body.destination),
  tool: body.tool && { toolId: body.tool.tool_id, settings: body.tool.metadata },
})
