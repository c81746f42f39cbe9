import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { ConfirmDialog } from '../../../shared/feedback/ConfirmDialog.tsx'
import { CannedQuestionDialog } from './CannedQuestionDialog.tsx'
import { type CannedQuestion, useDeleteCannedQuestion } from './canned-questions.queries.ts'

/** The open dialog and its canned question; without one, a question is added. */
export type CannedDialogState = {
  readonly action: 'edit' | 'delete'
  readonly cannedQuestion?: CannedQuestion
}

type Props = { readonly appId: string; readonly dialog: CannedDialogState; onClose(): void }

/**
 * Rendered outside the side column, so that typed text survives when the window becomes narrow and
 * the column is removed.
 */
export function CannedDialogs({ appId, dialog, onClose }: Props) {
  const { action, cannedQuestion } = dialog
  if (action === 'edit') {
    return <CannedQuestionDialog appId={appId} cannedQuestion={cannedQuestion} onClose={onClose} />
  }
  return cannedQuestion ? (
    <DeleteCannedQuestion cannedQuestion={cannedQuestion} onClose={onClose} />
  ) : null
}

type DeleteProps = { readonly cannedQuestion: CannedQuestion; onClose(): void }

function DeleteCannedQuestion({ cannedQuestion, onClose }: DeleteProps) {
  const { mutateAsync: remove } = useDeleteCannedQuestion()
  const alerts = useAlerts()
  async function handleConfirm() {
    await remove(cannedQuestion.id)
    alerts.success('Question deleted successfully!')
  }
  return (
    <ConfirmDialog
      isDestructive
      title="Delete this canned question?"
      okText="Delete"
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      {cannedQuestion.question}
    </ConfirmDialog>
  )
}
