import type { Workflow, WorkflowEnd } from '../../workflows/workflows.port.tsx'
import { emptyGuide, type GuideValues } from './guide-values.ts'
import type { SavedDraft } from './save-draft.ts'

type LoadedDraft = { readonly draft: SavedDraft; readonly values: GuideValues }

/** Returns what the page shows for a draft that was begun earlier. */
export function toGuide(workflow: Workflow, ends: readonly WorkflowEnd[]): LoadedDraft {
  const [source, destination] = (['source', 'destination'] as const).map((side) =>
    ends.find((end) => end.side === side),
  )
  const { step, id: workflowId, name } = workflow
  const empty = emptyGuide({
    sourceId: undefined,
    toolId: step?.toolId,
    destinationId: undefined,
  })
  const values: GuideValues = {
    ...empty,
    source: source?.connectorId ? valuesOf(source) : empty.source,
    destination: destination?.connectorId
      ? {
          ...valuesOf(destination),
          connection: connectionOf(destination),
        }
      : empty.destination,
    name,
  }
  return {
    values,
    draft: {
      workflowId,
      name,
      sourceEndId: source?.id ?? '',
      destinationEndId: destination?.id ?? '',
      step: step && { id: step.id, toolId: step.toolId },
      source: source?.connectorId ? values.source : undefined,
      destination: destination?.connectorId ? values.destination : undefined,
    },
  }
}

const valuesOf = ({ connectorId, configuration }: WorkflowEnd) => ({ connectorId, configuration })

const connectionOf = ({ connection }: WorkflowEnd): GuideValues['destination']['connection'] =>
  connection === 'FILESYSTEM' || connection === 'HTTP' ? connection : 'DATABASE'
