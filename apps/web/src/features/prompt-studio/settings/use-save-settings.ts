import { useQueryClient } from '@tanstack/react-query'
import { isConflict } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { project as projectQuery, usePatchProject } from '../project.queries.ts'
import type { ProjectEdits, ProjectExpectation } from '../project.ts'
import { useEditor } from '../state/editor-context.ts'

type SaveMessages = { readonly saved: string; readonly failed: string }

/** Saves a group of settings and reports the result. The reply of the server updates the editor. */
export function useSaveSettings() {
  const { id } = useEditor().project
  const patch = usePatchProject()
  const client = useQueryClient()
  const alerts = useAlerts()

  /**
   * Returns whether the settings were saved. They are not if the stored values differ from
   * `expected`; the editor then reloads them.
   */
  async function save(
    changes: ProjectEdits,
    { saved: successMessage, failed: failureMessage }: SaveMessages,
    expected: ProjectExpectation,
  ): Promise<boolean> {
    try {
      const updatedProject = await patch.mutateAsync({ id, changes, expected })
      client.setQueryData(projectQuery(id).queryKey, updatedProject)
      alerts.success(successMessage)
      return true
    } catch (refusal) {
      if (isConflict(refusal)) {
        await client.invalidateQueries({ queryKey: projectQuery(id).queryKey })
      } else alerts.showFailure(refusal, failureMessage)
      return false
    }
  }
  return { save, isPending: patch.isPending }
}
