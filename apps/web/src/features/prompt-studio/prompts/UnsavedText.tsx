import { Button } from 'antd'
import { TextConflict } from '../conflicts/TextConflict.tsx'
import type { AutosavedText } from './use-autosaved-text.ts'

type Props = {
  readonly id: string
  readonly field: AutosavedText
  /** Name of the field in a sentence, such as `the prompt`. */
  readonly fieldName: string
  /** Text before the reason for the rejection. */
  readonly label?: string
}

/** Shows a typed text that could not be stored, and lets the user save or discard it. */
export function UnsavedText({ id, field, fieldName, label }: Props) {
  const { unsavedDraft, storedText } = field
  if (!unsavedDraft) return null
  if (unsavedDraft.reason === undefined) {
    return (
      <TextConflict
        id={id}
        fieldName={fieldName}
        storedText={storedText}
        ownText={unsavedDraft.text}
        onOverwrite={field.overwrite}
        onKeepStored={field.discard}
      />
    )
  }
  return (
    <section className="unsaved" aria-label={`Unsaved changes to ${fieldName}`}>
      <p id={id} className="prompt-failure" role="alert">
        {label && <strong>{label} </strong>}
        {unsavedDraft.reason}
      </p>
      <dl className="unsaved-texts">
        <dt>Yours</dt>
        <dd>
          {unsavedDraft.text === '' ? <span className="faint">empty</span> : unsavedDraft.text}
        </dd>
      </dl>
      <div className="unsaved-actions">
        <Button size="small" type="primary" onClick={field.overwrite}>
          Try again
        </Button>
        <Button size="small" onClick={field.discard}>
          Discard changes
        </Button>
      </div>
    </section>
  )
}
