import type { Project } from '@recto/contract/prompt-studio'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { ConfirmDialog } from '../../../shared/feedback/ConfirmDialog.tsx'
import { useDeleteProject } from '../prompt-studio.queries.ts'

type Props = { readonly project: Project; readonly onClose: () => void }

/** Asks before a project goes. One whose tool a workflow uses stays, and the dialog says so. */
export function DeleteProject({ project, onClose }: Props) {
  const { mutateAsync: remove } = useDeleteProject()
  const alerts = useAlerts()

  async function handleConfirm() {
    await remove({ params: { tool_id: project.tool_id } })
    alerts.success(`${project.tool_name} - Deleted successfully`)
  }

  return (
    <ConfirmDialog
      isDestructive
      title={`Delete ${project.tool_name}?`}
      okText="Delete"
      fallback="Failed to Delete"
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      Its prompts, documents and results are removed for everyone. This cannot be undone.
    </ConfirmDialog>
  )
}
