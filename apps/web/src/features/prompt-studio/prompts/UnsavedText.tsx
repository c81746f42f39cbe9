import { Button } from 'antd'
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
  const isConflict = unsaved.reason === undefined
  return (
    <section className="unsaved" aria-label={`Unsaved text of ${what}`}>
      <p id={id} className="prompt-failure" role="alert">
        {isConflict ? (
          <>
            <strong>Changed elsewhere</strong> Somebody, or another tab, has stored another text
            meanwhile. Which one is right?
          </>
        ) : (
          <>
            {label && <strong>{label} </strong>}
            {unsaved.reason}
          </>
        )}
      </p>
      <dl className="unsaved-texts">
        {isConflict && (
          <>
            <dt>Stored</dt>
            <dd>{stored === '' ? <span className="faint">an empty text</span> : stored}</dd>
          </>
        )}
        <dt>Yours</dt>
        <dd>{unsaved.text === '' ? <span className="faint">an empty text</span> : unsaved.text}</dd>
      </dl>
      <div className="unsaved-actions">
        <Button size="small" type="primary" onClick={field.insist}>
          {isConflict ? 'Use mine' : 'Try again'}
        </Button>
        <Button size="small" onClick={field.giveUp}>
          {isConflict ? 'Keep the stored one' : 'Discard mine'}
        </Button>
      </div>
    </section>
  )
}
