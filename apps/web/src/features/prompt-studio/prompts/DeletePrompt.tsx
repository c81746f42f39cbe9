import { ConfirmDialog } from '../../../shared/feedback/ConfirmDialog.tsx'
import { useDeletePrompt } from '../prompt.queries.ts'
import type { Prompt } from '../prompt.ts'
import { useOfferUndo } from '../state/undo-delete.tsx'

type Props = { readonly prompt: Prompt; readonly onClose: () => void }

export function DeletePrompt({ prompt, onClose }: Props) {
  const { mutateAsync: deletePrompt } = useDeletePrompt()
  const offerUndo = useOfferUndo()
  const noun = prompt.isNote ? 'note' : 'prompt'

  async function handleConfirm() {
    await deletePrompt(prompt.id)
    offerUndo(prompt.id)
  }

  return (
    <ConfirmDialog
      isDestructive
      title={`Delete ${prompt.key}?`}
      okText="Delete"
      fallback="Failed to Delete"
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      The {noun} will be permanently deleted.
    </ConfirmDialog>
  )
}
