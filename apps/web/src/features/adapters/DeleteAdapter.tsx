import { DeleteDialog } from '../../shared/feedback/DeleteDialog.tsx'
import type { ConfiguredAdapter } from '../../shared/session/adapter.ts'
import { useDeleteAdapter } from './adapters.queries.ts'

type Props = { readonly adapter: ConfiguredAdapter; readonly onClose: () => void }

/**
 * Asks for confirmation before deleting an adapter. If it is in use, the server refuses and the
 * dialog shows where.
 */
export function DeleteAdapter({ adapter, onClose }: Props) {
  const { mutateAsync: remove } = useDeleteAdapter()
  return (
    <DeleteDialog
      name={adapter.name}
      fallback="Failed to delete"
      successText="Successfully deleted"
      onDelete={() => remove(adapter.id)}
      onClose={onClose}
    >
      Its settings and key will be deleted for everyone it is shared with. Results created with it
      will be kept.
    </DeleteDialog>
  )
}
