import { useAlerts } from '../../shared/feedback/alerts.tsx'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import type { ConfiguredAdapter } from '../../shared/session/adapter.ts'
import { useDeleteAdapter } from './adapters.queries.ts'

type Props = { readonly adapter: ConfiguredAdapter; readonly onClose: () => void }

/**
 * Asks for confirmation before deleting an adapter. If it is in use, the server refuses and the
 * dialog shows where.
 */
export function DeleteAdapter({ adapter, onClose }: Props) {
  const { mutateAsync: remove } = useDeleteAdapter()
  const alerts = useAlerts()

  async function handleConfirm() {
    await remove(adapter.id)
    alerts.success('Successfully deleted')
  }

  return (
    <ConfirmDialog
      isDestructive
      title={`Delete ${adapter.name}?`}
      okText="Delete"
      fallback="Failed to delete"
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      Its settings and key will be deleted for everyone it is shared with. Results created with it
      will be kept.
    </ConfirmDialog>
  )
}
