import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { ConfirmDialog } from '../../../shared/feedback/ConfirmDialog.tsx'
import { useDeleteProject } from '../project.queries.ts'
import type { ListedProject } from '../project.ts'

type Props = { readonly project: ListedProject; readonly onClose: () => void }

/**
 * Asks for confirmation before deleting a project. If a workflow uses its tool, the server refuses
 * and the dialog shows why.
 */
export function DeleteProject({ project, onClose }: Props) {
  const { mutateAsync: deleteProject } = useDeleteProject()
  const alerts = useAlerts()

  async function handleConfirm() {
    await deleteProject(project.id)
    alerts.success(`${project.name} - Deleted successfully`)
  }

  return (
    <ConfirmDialog
      isDestructive
      title={`Delete ${project.name}?`}
      okText="Delete"
      fallback="Failed to Delete"
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      Its prompts, documents and results will be deleted for everyone. This cannot be undone.
    </ConfirmDialog>
  )
}
