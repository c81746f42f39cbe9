import { Switch } from 'antd'
import { useEditor } from '../state/editor-context.ts'
import { PanelButtons } from './PanelButtons.tsx'
import { useDraft } from './use-draft.ts'
import { useSaveSettings } from './use-save-settings.ts'

/** Panel for whether prompts are answered from data embedded in documents. */
export function EmbeddedDataPanel() {
  const { project } = useEditor()
  const draft = useDraft('embedded-data', project.enableEmbeddedData)
  const { save, isPending } = useSaveSettings()

  async function handleSave(base = draft.base) {
    const messages = {
      saved: 'Saved embedded data settings successfully',
      failed: 'Failed to save the embedded data settings',
    }
    const expected = { enableEmbeddedData: base }
    if (await save({ enableEmbeddedData: draft.value }, messages, expected)) draft.discard()
  }

  return (
    <>
      <div className="panel-head">
        <h3>Embedded Data</h3>
        <p>
          In documents with machine-readable data, such as e-invoices, prompts are answered from
          that data first, without a model. If the printed text differs, both values are shown and
          the value is marked as contradicted.
        </p>
      </div>
      <label className="panel-switch" htmlFor="enable-embedded-data">
        <Switch
          id="enable-embedded-data"
          checked={draft.value}
          onChange={(isOn) => draft.change(isOn)}
        />
        Answer prompts from embedded data
      </label>
      <PanelButtons
        panelName="Embedded data"
        draft={draft}
        isSaving={isPending}
        describe={(isOn) => `Embedded data is ${isOn ? 'on' : 'off'}`}
        onSave={handleSave}
      />
    </>
  )
}
