import { DeleteDialog } from '../../../shared/feedback/DeleteDialog.tsx'
import type { ApiKey } from '../deployment.ts'
import { useDeleteKey } from '../deployments.queries.ts'

type Props = { readonly apiKey: ApiKey; readonly onClose: () => void }

export function DeleteKey({ apiKey, onClose }: Props) {
  const { mutateAsync: remove } = useDeleteKey()
  return (
    <DeleteDialog
      name={apiKey.description}
      fallback="Failed to delete the API key"
      onDelete={() => remove(apiKey.id)}
      onClose={onClose}
    >
      Programs that use this key will lose access immediately.
    </DeleteDialog>
  )
}
