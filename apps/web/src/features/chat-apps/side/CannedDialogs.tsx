import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { ConfirmDialog } from '../../../shared/feedback/ConfirmDialog.tsx'
import { CannedQuestionDialog } from './CannedQuestionDialog.tsx'
import { type CannedQuestion, useDeleteCannedQuestion } from './canned-questions.queries.ts'

/** What is done with a canned question, or with none when one is added. */
export type OpenedCanned = {
  readonly what: 'edit' | 'delete'
  readonly canned?: CannedQuestion
}

type Props = { readonly appId: string; readonly opened: OpenedCanned; onClose(): void }

/** Stand beside the column that opens them: a window that becomes narrow takes that away, and not what was typed. */
export function CannedDialogs({ appId, opened, onClose }: Props) {
  const { what, canned } = opened
  if (what === 'edit') {
    return <CannedQuestionDialog appId={appId} canned={canned} onClose={onClose} />
  }
  return canned ? <DeleteCannedQuestion canned={canned} onClose={onClose} /> : null
}

type DeleteProps = { readonly canned: CannedQuestion; onClose(): void }

function DeleteCannedQuestion({ canned, onClose }: DeleteProps) {
  const { mutateAsync: remove } = useDeleteCannedQuestion()
  const alerts = useAlerts()
  async function handleConfirm() {
    await remove(canned.id)
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
      {canned.question}
    </ConfirmDialog>
  )
}
