import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { exactTime } from '../../../shared/browser/time.ts'
import '../second-factor/second-factor.css'

type Props = {
  /** The thing that is deleted, such as “This organization”. */
  readonly subject: string
  readonly deletesAt: string | undefined
  readonly explanation: ReactNode
  readonly buttonText: string
  readonly isUndoing: boolean
  readonly isDisabled?: boolean
  onDelete(): void
  onUndo(): void
}

/** Starts a deletion, or says when it will happen and undoes it. */
export function DeletionRow(props: Props) {
  if (props.deletesAt !== undefined) {
    return (
      <Alert
        type="warning"
        showIcon
        title={`${props.subject} will be deleted on ${exactTime(props.deletesAt)}`}
        action={
          <Button loading={props.isUndoing} onClick={props.onUndo}>
            Undo deletion
          </Button>
        }
      />
    )
  }
  return (
    <div className="sheet factor-row">
      <span style={{ flex: '1 1 320px' }}>{props.explanation}</span>
      <Button danger disabled={props.isDisabled ?? false} onClick={props.onDelete}>
        {props.buttonText}
      </Button>
    </div>
  )
}
