import type { DeploymentKey } from '@recto/contract/deployments'
import { ConfirmDialog } from '../../../shared/feedback/ConfirmDialog.tsx'
import { useDeleteKey } from '../deployments.queries.ts'

type Props = { readonly apiKey: DeploymentKey; readonly onClose: () => void }

export function DeleteKey({ apiKey, onClose }: Props) {
  const { mutateAsync: remove } = useDeleteKey()
  return (
    <ConfirmDialog
      isDestructive
      title={`Delete ${apiKey.description}?`}
      okText="Delete"
      fallback="Failed to delete the API key"
      onConfirm={() => remove({ params: { id: apiKey.id } })}
      onClose={onClose}
    >
      Programs that call with this key are refused from now on.
    </ConfirmDialog>
  )
}
