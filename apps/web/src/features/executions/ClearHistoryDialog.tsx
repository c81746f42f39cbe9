import { useAlerts } from '../../shared/feedback/alerts.tsx'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { useClearFileMarker } from './executions.queries.ts'

type Props = {
  readonly workflowId: string
  /** The default is the message of the server. */
  readonly successMessage: string | undefined
  readonly onClose: () => void
}

/** Asks before the history of the processed files of a workflow is cleared. */
export function ClearHistoryDialog({ workflowId, successMessage, onClose }: Props) {
  const { mutateAsync: clear } = useClearFileMarker()
  const alerts = useAlerts()

  async function handleConfirm() {
    try {
      const message = await clear(workflowId)
      alerts.success(successMessage ?? message)
    } catch (error) {
      alerts.showError(error, 'Failed to clear file marker.')
    }
  }

  return (
    <ConfirmDialog
      isDestructive
      title="Clear the file history?"
      okText="Clear"
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      <p>
        Every file in the source counts as new again. The next run processes and delivers all of
        them, also those that it has delivered before, and calls models for them.
      </p>
    </ConfirmDialog>
  )
}
