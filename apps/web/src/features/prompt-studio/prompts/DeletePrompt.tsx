import { ConfirmDialog } from '../../../shared/feedback/ConfirmDialog.tsx'
import { useDeletePrompt } from '../prompt.queries.ts'
import type { Prompt } from '../prompt.ts'
import { useRemoved } from '../state/removals.tsx'

type Props = { readonly prompt: Prompt; readonly onClose: () => void }

export function DeletePrompt({ prompt, onClose }: Props) {
  const { mutateAsync: remove } = useDeletePrompt()
  const removed = useRemoved()
  const noun = prompt.isNote ? 'note' : 'prompt'

  async function handleConfirm() {
    await remove(prompt.id)
    removed(prompt.id)
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
