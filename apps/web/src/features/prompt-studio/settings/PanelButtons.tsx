import { Button } from 'antd'
import { BothTexts } from '../conflicts/BothTexts.tsx'

type Props<Value> = {
  /** Of the panel, for what is said of it. */
  readonly what: string
  readonly draft: {
    readonly value: Value
    readonly stored: Value
    readonly isChanged: boolean
    readonly isOvertaken: boolean
    accept(): void
    discard(): void
  }
  readonly isSaving: boolean
  /** Why it cannot be saved as it is. */
  readonly refusal?: string | undefined
  /** What the panel holds, in words. */
  describe(value: Value): string
  /** `seen` is what is replaced. */
  onSave(seen?: Value): void
}

/** Below each panel: saves what was changed, or goes back to what is saved. */
export function PanelButtons<Value>({
  what,
  draft,
  isSaving,
  refusal,
  describe,
  onSave,
}: Props<Value>) {
  if (draft.isOvertaken) {
    return (
      <BothTexts
        what={what}
        stored={describe(draft.stored)}
        mine={describe(draft.value)}
        isSaving={isSaving}
        onUseMine={() => {
          draft.accept()
          if (refusal === undefined) onSave(draft.stored)
        }}
        onKeepStored={draft.discard}
      />
    )
  }
  return (
    <div className="panel-buttons">
      {draft.isChanged && (
        <p className="panel-unsaved" role="status">
          Not saved yet. This browser keeps it.
        </p>
      )}
      {draft.isChanged && <Button onClick={draft.discard}>Discard</Button>}
      <Button
        type="primary"
        disabled={!draft.isChanged || refusal !== undefined}
        loading={isSaving}
        onClick={() => onSave()}
      >
        Save
      </Button>
    </div>
  )
}
