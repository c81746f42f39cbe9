import { DeleteDialog } from '../../../shared/feedback/DeleteDialog.tsx'
import { useRemove } from './people.queries.ts'
import type { Colleague } from './person.ts'

type Props = { readonly person: Colleague; readonly onClose: () => void }

/** Asks for confirmation before removing a member, which takes effect immediately. */
export function RemoveUser({ person, onClose }: Props) {
  const { mutateAsync: remove } = useRemove()
  return (
    <DeleteDialog
      name={person.email}
      failureText="Failed to delete user"
      successText="User deleted successfully"
      onDelete={() => remove(person.email)}
      onClose={onClose}
    >
      They will lose access immediately, and their active runs will be cancelled. You will become
      the owner of their projects, workflows and adapters.
    </DeleteDialog>
  )
}
