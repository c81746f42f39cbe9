import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { ConfirmDialog } from '../../../shared/feedback/ConfirmDialog.tsx'
import { useRemove } from './people.queries.ts'
import type { Colleague } from './person.ts'

type Props = { readonly person: Colleague; readonly onClose: () => void }

/** Asks for confirmation before removing a member, which takes effect immediately. */
export function RemoveUser({ person, onClose }: Props) {
  const { mutateAsync: remove } = useRemove()
  const alerts = useAlerts()

  async function handleConfirm() {
    await remove(person.email)
    alerts.success('User deleted successfully')
  }

  return (
    <ConfirmDialog
      isDestructive
      title={`Delete ${person.email}?`}
      okText="Delete"
      fallback="Failed to delete user"
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      They will lose access immediately, and their active runs will be cancelled. You will become
      the owner of their projects, workflows and adapters.
    </ConfirmDialog>
  )
}
