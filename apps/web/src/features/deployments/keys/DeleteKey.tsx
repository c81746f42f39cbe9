import { ConfirmDialog } from '../../../shared/feedback/ConfirmDialog.tsx'
import type { ApiKey } from '../deployment.ts'
import { useDeleteKey } from '../deployments.queries.ts'

type Props = { readonly apiKey: ApiKey; readonly onClose: () => void }

export function DeleteKey({ apiKey, onClose }: Props) {
  const { mutateAsync: remove } = useDeleteKey()
  return (
    <ConfirmDialog
      isDestructive
      title={`Delete ${apiKey.description}?`}
      okText="Delete"
      fallback="Failed to delete the API key"
      onConfirm={() => remove(apiKey.id)}
      onClose={onClose}
    >
      Programs that use this key will lose access immediately.
    </ConfirmDialog>
  )
}
