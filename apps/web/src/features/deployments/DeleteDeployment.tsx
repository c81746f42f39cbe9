import { DeleteDialog } from '../../shared/feedback/DeleteDialog.tsx'
import type { Deployment } from './deployment.ts'
import { useDeleteDeployment } from './deployments.queries.ts'

type Props = { readonly deployment: Deployment; readonly onClose: () => void }

/** Asks for confirmation before deleting a deployment, whose address then stops working. */
export function DeleteDeployment({ deployment, onClose }: Props) {
  const { mutateAsync: remove } = useDeleteDeployment()
  return (
    <DeleteDialog
      name={deployment.displayName}
      fallback="Failed to delete the API deployment"
      successText="API Deployment Deleted Successfully"
      onDelete={() => remove(deployment.id)}
      onClose={onClose}
    >
      The endpoint will stop working and its keys will be deleted immediately. The workflow and its
      run history will be kept.
    </DeleteDialog>
  )
}
