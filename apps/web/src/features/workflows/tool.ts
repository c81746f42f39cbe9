import type { CatalogueTool } from '@recto/contract/tools/tool-instances'

/** An exported project, which can be used as the step of a workflow. */
export type WorkflowTool = {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly icon: string
}

export const toolFromWire = (wire: CatalogueTool): WorkflowTool => ({
  id: wire.function_name,
  name: wire.name,
  description: wire.description,
  icon: wire.icon,
})

type NewStep = { readonly workflowId: string; readonly toolId: string }

export const newStepToWire = ({ workflowId, toolId }: NewStep) => ({
  body: { workflow_id: workflowId, tool_id: toolId },
})
