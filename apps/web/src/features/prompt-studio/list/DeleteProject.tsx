import { DeleteDialog } from '../../../shared/feedback/DeleteDialog.tsx'
import { useDeleteProject } from '../project.queries.ts'
import type { ListedProject } from '../project.ts'

type Props = { readonly project: ListedProject; readonly onClose: () => void }

/**
 * Asks for confirmation before deleting a project. If a workflow uses its tool, the server refuses
 * and the dialog shows why.
 */
export function DeleteProject({ project, onClose }: Props) {
  const { mutateAsync: deleteProject } = useDeleteProject()
  return (
    <DeleteDialog
      name={project.name}
      fallback="Failed to Delete"
      successText={`${project.name} - Deleted successfully`}
      onDelete={() => deleteProject(project.id)}
      onClose={onClose}
    >
      Its prompts, documents and results will be deleted for everyone. This cannot be undone.
    </DeleteDialog>
  )
}
