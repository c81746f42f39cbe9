import { useAlerts } from '../../shared/feedback/alerts.tsx'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import type { Connector } from './connector.ts'
import { useDeleteConnector } from './connectors.queries.ts'

type Props = {
  readonly connector: Pick<Connector, 'id' | 'name'>
  readonly onClose: () => void
}

/**
 * Asks for confirmation before deleting a connector. If it is in use, the server refuses and the
 * dialog shows which workflows use it.
 */
export function DeleteConnector({ connector, onClose }: Props) {
  const { mutateAsync: remove } = useDeleteConnector()
  const alerts = useAlerts()

  async function handleConfirm() {
    await remove(connector.id)
    alerts.success('Successfully deleted')
  }

  return (
    <ConfirmDialog
      isDestructive
      title={`Delete ${connector.name}?`}
      okText="Delete"
      fallback="Failed to delete"
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      Its settings and secrets will be deleted for everyone it is shared with. Files and tables will
      not be affected.
    </ConfirmDialog>
  )
}
