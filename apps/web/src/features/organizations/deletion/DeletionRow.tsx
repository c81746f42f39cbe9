import { Alert, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { exactTime } from '../../../shared/browser/time.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import '../second-factor/second-factor.css'

type UndoRequest = {
  readonly isPending: boolean
  mutate(input: object, options: { onError(error: Error): void }): void
}

type Props = {
  /** The thing that is deleted, such as “This organization”. */
  readonly subject: string
  readonly deletesAt: string | undefined
  readonly explanation: ReactNode
  readonly buttonText: string
  readonly undo: UndoRequest
  readonly isDisabled?: boolean
  /** Asks for the confirmation of the deletion. */
  dialog(close: () => void): ReactNode
}

/** Starts a deletion, or says when it will happen and undoes it. */
export function DeletionRow(props: Props) {
  const { subject, deletesAt, explanation, buttonText, undo, isDisabled = false, dialog } = props
  const alerts = useAlerts()
  const [isOpen, setOpen] = useState(false)
  const onError = (refusal: Error) => alerts.showError(refusal, 'Failed to undo the deletion')
  return (
    <>
      {deletesAt === undefined ? (
        <div className="sheet factor-row">
          <span style={{ flex: '1 1 320px' }}>{explanation}</span>
          <Button danger disabled={isDisabled} onClick={() => setOpen(true)}>
            {buttonText}
          </Button>
        </div>
      ) : (
        <Alert
          type="warning"
          showIcon
          title={`${subject} will be deleted on ${exactTime(deletesAt)}`}
          action={
            <Button loading={undo.isPending} onClick={() => undo.mutate({}, { onError })}>
              Undo deletion
            </Button>
          }
        />
      )}
      {isOpen && dialog(() => setOpen(false))}
    </>
  )
}

type PlaceholderProps = { readonly error: Error | null; refetch(): unknown }

/** Takes the place of the row until it is known whether a deletion was requested. */
export function DeletionPlaceholder({ error, refetch }: PlaceholderProps) {
  if (!error) return <div className="bone" style={{ height: 80 }} aria-busy="true" />
  const retry = () => void refetch()
  return <FailureState error={error} fallback="Failed to load the deletion" onRetry={retry} />
}
