import { Button } from 'antd'

type Props = {
  readonly draft: {
    readonly isChanged: boolean
    readonly isOvertaken: boolean
    discard(): void
  }
  readonly isSaving: boolean
  /** Why it cannot be saved as it is. */
  readonly refusal?: string | undefined
  onSave(): void
}

/** Below each panel: saves what was changed, or goes back to what is saved. */
export function PanelButtons({ draft, isSaving, refusal, onSave }: Props) {
  return (
    <div className="panel-buttons">
      {draft.isChanged && (
        <p className="panel-unsaved" role="status">
          {draft.isOvertaken ? overtaken : 'Not saved yet. This browser keeps it.'}
        </p>
      )}
      {draft.isChanged && <Button onClick={draft.discard}>Discard</Button>}
      <Button
        type="primary"
        disabled={!draft.isChanged || refusal !== undefined}
        loading={isSaving}
        onClick={onSave}
      >
        Save
      </Button>
    </div>
  )
}

const overtaken =
  'Something else was saved since this was typed. Save replaces it, Discard shows it.'
