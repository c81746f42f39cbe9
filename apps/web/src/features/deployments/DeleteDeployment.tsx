import { useAlerts } from '../../shared/feedback/alerts.tsx'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import type { Deployment } from './deployment.ts'
import { useDeleteDeployment } from './deployments.queries.ts'

type Props = { readonly deployment: Deployment; readonly onClose: () => void }

/** Asks for confirmation before deleting a deployment, whose address then stops working. */
export function DeleteDeployment({ deployment, onClose }: Props) {
  const { mutateAsync: remove } = useDeleteDeployment()
  const alerts = useAlerts()

  async function handleConfirm() {
    await remove(deployment.id)
    alerts.success('API Deployment Deleted Successfully')
  }

  return (
    <ConfirmDialog
      isDestructive
      title={`Delete ${deployment.displayName}?`}
      okText="Delete"
      fallback="Failed to delete the API deployment"
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      The endpoint will stop working and its keys will be deleted immediately. The workflow and its
      run history will be kept.
    </ConfirmDialog>
  )
}
