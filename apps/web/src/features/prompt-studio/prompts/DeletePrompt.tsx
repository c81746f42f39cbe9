import type { CoveredPrompt } from '@recto/contract/prompts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { ConfirmDialog } from '../../../shared/feedback/ConfirmDialog.tsx'
import { useDeletePrompt } from '../prompt-studio.queries.ts'

type Props = { readonly prompt: CoveredPrompt; readonly onClose: () => void }

export function DeletePrompt({ prompt, onClose }: Props) {
  const { mutateAsync: remove } = useDeletePrompt()
  const alerts = useAlerts()
  const noun = prompt.prompt_type === 'NOTES' ? 'note' : 'prompt'

  async function handleConfirm() {
    await remove({ params: { prompt_id: prompt.prompt_id } })
    alerts.success('Deleted successfully')
  }

  return (
    <ConfirmDialog
      isDestructive
      title={`Delete ${prompt.prompt_key}?`}
      okText="Delete"
      fallback="Failed to delete"
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      The {noun} will be permanently deleted.
    </ConfirmDialog>
  )
}
