import { Button } from 'antd'
import { BothTexts } from '../conflicts/BothTexts.tsx'
import type { SavedField } from './use-saved-field.ts'

type Props = {
  readonly id: string
  readonly field: SavedField
  /** Names the field, such as `the prompt`. */
  readonly what: string
  /** Stands before the reason of a refusal. */
  readonly label?: string
}

/** What was typed and is not stored, beside what is: whoever typed it decides. */
export function UnsavedText({ id, field, what, label }: Props) {
  const { unsaved, stored } = field
  if (!unsaved) return null
  if (unsaved.reason === undefined) {
    return (
      <BothTexts
        id={id}
        what={what}
        stored={stored}
        mine={unsaved.text}
        onUseMine={field.insist}
        onKeepStored={field.giveUp}
      />
    )
  }
  return (
    <section className="unsaved" aria-label={`Unsaved text of ${what}`}>
      <p id={id} className="prompt-failure" role="alert">
        {label && <strong>{label} </strong>}
        {unsaved.reason}
      </p>
      <dl className="unsaved-texts">
        <dt>Yours</dt>
        <dd>{unsaved.text === '' ? <span className="faint">an empty text</span> : unsaved.text}</dd>
      </dl>
      <div className="unsaved-actions">
        <Button size="small" type="primary" onClick={field.insist}>
          Try again
        </Button>
        <Button size="small" onClick={field.giveUp}>
          Discard mine
        </Button>
      </div>
    </section>
  )
}
