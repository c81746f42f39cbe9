import { useCallback } from 'react'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { usePatchProject } from '../project.queries.ts'
import { useIsRunning } from '../runs/runs.tsx'
import { useEditor } from '../state/editor-context.ts'
import { useChangeEditorSearch } from '../state/editor-search.ts'
import { useIsReadOnly } from '../state/page-context.ts'

/** Shows another document immediately and saves the selection in the project. */
export function useSelectDocument(): (id: string) => void {
  const { project, document } = useEditor()
  const { mutateAsync: patch } = usePatchProject()
  const changeSearch = useChangeEditorSearch()
  const isRunning = useIsRunning()
  const alerts = useAlerts()
  const isReadOnly = useIsReadOnly()
  const { id: projectId } = project
  const previousId = document?.id

  return useCallback(
    (id) => {
      if (isRunning) return alerts.warn('Please wait for the run to complete')
      changeSearch({ document: id })
      if (isReadOnly) return
      patch({ id: projectId, changes: { selectedDocument: id } }).catch((refusal) => {
        changeSearch({ document: previousId })
        alerts.showError(refusal, 'Failed to select the document')
      })
    },
    [isRunning, isReadOnly, alerts, changeSearch, patch, projectId, previousId],
  )
}
