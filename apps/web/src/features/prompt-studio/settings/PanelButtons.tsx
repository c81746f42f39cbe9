import { Button } from 'antd'
import { TextConflict } from '../conflicts/TextConflict.tsx'

type Props<Value> = {
  /** Name of the panel, used in messages. */
  readonly panelName: string
  readonly draft: {
    readonly value: Value
    readonly storedValue: Value
    readonly isChanged: boolean
    readonly isOutdated: boolean
    accept(): void
    discard(): void
  }
  readonly isSaving: boolean
  /** Reason why the draft cannot be saved. */
  readonly refusal?: string | undefined
  /** Describes the value of the panel in words. */
  describe(value: Value): string
  /** `base` is the stored value that the user saw and replaces. */
  onSave(base?: Value): void
}

/** Buttons below each panel to save or discard the changes. */
export function PanelButtons<Value>({
  panelName,
  draft,
  isSaving,
  refusal,
  describe,
  onSave,
}: Props<Value>) {
  if (draft.isOutdated) {
    return (
      <TextConflict
        fieldName={panelName}
        storedText={describe(draft.storedValue)}
        ownText={describe(draft.value)}
        isSaving={isSaving}
        onOverwrite={() => {
          draft.accept()
          if (refusal === undefined) onSave(draft.storedValue)
        }}
        onKeepStored={draft.discard}
      />
    )
  }
  return (
    <div className="panel-buttons">
      {draft.isChanged && (
        <p className="panel-unsaved" role="status">
          Not saved yet. Your changes are kept in this browser.
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
