import { Button } from 'antd'
import './conflicts.css'

type Props = {
  /** Id of the message, for `aria-describedby` of the field. */
  readonly id?: string | undefined
  readonly fieldName: string
  readonly storedText: string
  readonly ownText: string
  readonly isSaving?: boolean
  onOverwrite(): void
  onKeepStored(): void
}

/** Shows the text stored by another user next to the text typed here, and lets the user choose. */
export function TextConflict({
  id,
  fieldName,
  storedText,
  ownText,
  isSaving,
  onOverwrite,
  onKeepStored,
}: Props) {
  return (
    <section className="unsaved" aria-label={`Unsaved changes to ${fieldName}`}>
      <p id={id} className="prompt-failure" role="alert">
        <strong>Changed elsewhere</strong> This was changed in another tab or by someone else. Which
        version do you want to keep?
      </p>
      <dl className="unsaved-texts">
        <dt>Saved</dt>
        <TextDescription text={storedText} />
        <dt>Yours</dt>
        <TextDescription text={ownText} />
      </dl>
      <div className="unsaved-actions">
        <Button size="small" type="primary" loading={isSaving ?? false} onClick={onOverwrite}>
          Use mine
        </Button>
        <Button size="small" onClick={onKeepStored}>
          Keep saved version
        </Button>
      </div>
    </section>
  )
}

const TextDescription = ({ text }: { readonly text: string }) => (
  <dd>{text === '' ? <span className="faint">empty</span> : text}</dd>
)
