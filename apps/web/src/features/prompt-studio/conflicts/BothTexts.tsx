import { Button } from 'antd'
import './conflicts.css'

type Props = {
  /** Of the sentence, for the field that it is about. */
  readonly id?: string | undefined
  readonly what: string
  readonly stored: string
  readonly mine: string
  readonly isSaving?: boolean
  onUseMine(): void
  onKeepStored(): void
}

/** What somebody else has stored beside what was typed here: whoever typed it decides. */
export function BothTexts({ id, what, stored, mine, isSaving, onUseMine, onKeepStored }: Props) {
  return (
    <section className="unsaved" aria-label={`Unsaved text of ${what}`}>
      <p id={id} className="prompt-failure" role="alert">
        <strong>Changed elsewhere</strong> Somebody, or another tab, has stored another text
        meanwhile. Which one is right?
      </p>
      <dl className="unsaved-texts">
        <dt>Stored</dt>
        <Text text={stored} />
        <dt>Yours</dt>
        <Text text={mine} />
      </dl>
      <div className="unsaved-actions">
        <Button size="small" type="primary" loading={isSaving ?? false} onClick={onUseMine}>
          Use mine
        </Button>
        <Button size="small" onClick={onKeepStored}>
          Keep the stored one
        </Button>
      </div>
    </section>
  )
}

const Text = ({ text }: { readonly text: string }) => (
  <dd>{text === '' ? <span className="faint">an empty text</span> : text}</dd>
)
