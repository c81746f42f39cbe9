import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { ConfirmDialog } from '../../../shared/feedback/ConfirmDialog.tsx'
import { useDeletePrompt } from '../prompt.queries.ts'
import type { Prompt } from '../prompt.ts'

type Props = { readonly prompt: Prompt; readonly onClose: () => void }

export function DeletePrompt({ prompt, onClose }: Props) {
  const { mutateAsync: remove } = useDeletePrompt()
  const alerts = useAlerts()
  const noun = prompt.isNote ? 'note' : 'prompt'

  async function handleConfirm() {
    await remove(prompt.id)
    alerts.success('Deleted successfully')
  }

  return (
    <ConfirmDialog
      isDestructive
      title={`Delete ${prompt.key}?`}
      okText="Delete"
      fallback="Failed to delete"
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      The {noun} will be permanently deleted.
    </ConfirmDialog>
  )
}
