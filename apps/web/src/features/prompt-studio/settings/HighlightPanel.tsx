import { Switch } from 'antd'
import { useHighlightStore } from '../outputs/highlight-store.tsx'
import { useEditor } from '../state/editor-context.ts'
import { PanelButtons } from './PanelButtons.tsx'
import { useDraft } from './use-draft.ts'
import { useSaveSettings } from './use-save-settings.ts'

/** Panel for whether the lines and words of values are stored with outputs. */
export function HighlightPanel() {
  const { project } = useEditor()
  const draft = useDraft('highlight', project.enableHighlight)
  const { save, isPending } = useSaveSettings()
  const spotlight = useHighlightStore()

  async function handleSave(base = draft.base) {
    const wasOn = project.enableHighlight
    const messages = {
      saved: 'Saved highlight settings successfully',
      failed: 'Failed to update',
    }
    const expected = { enableHighlight: base }
    if (!(await save({ enableHighlight: draft.value }, messages, expected))) return
    if (wasOn) spotlight.clear()
    draft.discard()
  }

  return (
    <>
      <div className="panel-head">
        <h3>Highlighting Support</h3>
        <p>Results include the source lines of each value and their recognition confidence.</p>
      </div>
      <label className="panel-switch" htmlFor="enable-highlight">
        <Switch
          id="enable-highlight"
          checked={draft.value}
          onChange={(isOn) => draft.change(isOn)}
        />
        Enable highlighting
      </label>
      <PanelButtons
        panelName="Highlighting"
        draft={draft}
        isSaving={isPending}
        describe={(isOn) => `Highlighting is ${isOn ? 'on' : 'off'}`}
        onSave={handleSave}
      />
    </>
  )
}
