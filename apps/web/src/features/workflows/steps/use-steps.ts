import { useMutation } from '@tanstack/react-query'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { useAddTool, useRemoveTool, useReorderTools } from '../workflows.queries.ts'

/**
 * Adds a tool, given by its id, as the step of a workflow. Like other clients, it also sends the
 * order of the steps to the server, and reports if that fails.
 */
export function useAddStep(workflowId: string) {
  const { mutateAsync: add } = useAddTool()
  const { mutate: reorder } = useReorderTools()
  const alerts = useAlerts()
  return useMutation({
    mutationFn: (toolId: string) => add({ workflowId, toolId }),
    onSuccess: ({ id }) =>
      reorder(
        { workflowId, ids: [id] },
        { onError: (error) => alerts.showError(error, 'Failed to re-order the tools.') },
      ),
    onError: (error) => alerts.showError(error, 'Failed to add the tool'),
  })
}

export function useRemoveStep() {
  const { mutateAsync: remove } = useRemoveTool()
  const alerts = useAlerts()
  return useMutation({
    mutationFn: (id: string) => remove(id),
    onSuccess: () => alerts.success('Successfully deleted the tool instance'),
    onError: (error) => alerts.showError(error, 'Failed to delete the tool instance'),
  })
}

const DRAG_TYPE = 'application/x-recto-tool'

/** Adds a tool to the data of a drag. */
export function setDraggedTool(transfer: DataTransfer, toolId: string): void {
  transfer.setData(DRAG_TYPE, toolId)
  transfer.effectAllowed = 'copy'
}

/** Returns the id of the dropped tool; empty if something else was dropped. */
export const droppedToolId = (transfer: DataTransfer): string => transfer.getData(DRAG_TYPE)
