import { DeleteDialog } from '../../shared/feedback/DeleteDialog.tsx'
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
  return (
    <DeleteDialog
      name={connector.name}
      fallback="Failed to delete"
      successText="Successfully deleted"
      onDelete={() => remove(connector.id)}
      onClose={onClose}
    >
      Its settings and secrets will be deleted for everyone it is shared with. Files and tables will
      not be affected.
    </DeleteDialog>
  )
}
