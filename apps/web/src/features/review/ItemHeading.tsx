import { Button } from 'antd'
import { keysOf } from '../../shared/commands/keys-of.ts'
import type { EditFeedback } from './use-edits.ts'

/** How many documents were done since the page was opened, and how many wait behind this one. */
export type WorkPosition = { readonly doneCount: number; readonly waitingCount: number }

type Props = {
  readonly name: string
  readonly isViewOnly: boolean
  readonly feedback: EditFeedback | undefined
  readonly position: WorkPosition | undefined
  readonly onChanges: (() => void) | undefined
}

/** The name of the document, where it is in the queue, and the keys of the page. */
export function ItemHeading({ name, isViewOnly, feedback, position, onChanges }: Props) {
  return (
    <div className="review-name">
      <strong>{name}</strong>
      {position && <Position {...position} />}
      {onChanges && (
        // Changes that are being saved would not be listed yet.
        <Button type="link" disabled={feedback?.isSaving === true} onClick={onChanges}>
          Changes
        </Button>
      )}
      <output className="review-saved">
        {feedback?.isSaved && 'Succesfully updated the data.'}
      </output>
      {!isViewOnly && (
        <span className="review-help">
          {`Enter: accept. E: edit. N: next doubtful value. ${keysOf('mod+enter')}: done. ?: all keys. `}
          To replace a value, draw a box around text on the page.
        </span>
      )}
    </div>
  )
}

function Position({ doneCount, waitingCount }: WorkPosition) {
  const text = `${doneCount + 1} of ${doneCount + 1 + waitingCount}`
  return (
    <span
      className="review-count"
      title={`Done since you opened the page: ${doneCount}. Waiting: ${waitingCount}.`}
    >
      {text}
    </span>
  )
}
