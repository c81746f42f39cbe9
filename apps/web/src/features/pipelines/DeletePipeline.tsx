import { useAlerts } from '../../shared/feedback/alerts.tsx'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import type { Pipeline } from './pipeline.ts'
import { useDeletePipeline } from './pipelines.queries.ts'

type Props = { readonly pipeline: Pipeline; readonly onClose: () => void }

/** Asks for confirmation before deleting a pipeline. */
export function DeletePipeline({ pipeline, onClose }: Props) {
  const { mutateAsync: remove } = useDeletePipeline()
  const alerts = useAlerts()
  async function handleConfirm() {
    await remove(pipeline.id)
    alerts.success('Pipeline Deleted Successfully')
  }
  return (
    <ConfirmDialog
      isDestructive
      title={`Delete ${pipeline.name}?`}
      okText="Delete"
      fallback="Failed to delete the pipeline"
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      It will stop running, and its keys and notifications will be deleted immediately. The workflow
      and its run history will be kept.
    </ConfirmDialog>
  )
}
