import { Switch } from 'antd'
import { useEditor } from '../state/editor-context.ts'
import { PanelButtons } from './PanelButtons.tsx'
import { useDraft } from './use-draft.ts'
import { useSaveSettings } from './use-save-settings.ts'

/** Panel for whether prompts begin with the document, so that services can use their cache for it. */
export function PromptOrderPanel() {
  const { project } = useEditor()
  const draft = useDraft('prompt-order', project.documentFirst)
  const { save, isPending } = useSaveSettings()

  async function handleSave(base = draft.base) {
    const messages = {
      saved: 'Saved the order of prompts successfully',
      failed: 'Failed to save the order of prompts',
    }
    const expected = { documentFirst: base }
    if (await save({ documentFirst: draft.value }, messages, expected)) draft.discard()
  }

  return (
    <>
      <div className="panel-head">
        <h3>Prompt Order</h3>
        <p>
          If prompts begin with the document, model services can read it from their cache for every
          further question, usually at a fraction of the price. Answers may change: run a regression
          test to compare them with your expected values before you publish the change.
        </p>
      </div>
      <label className="panel-switch" htmlFor="document-first">
        <Switch id="document-first" checked={draft.value} onChange={(isOn) => draft.change(isOn)} />
        Begin prompts with the document
      </label>
      <PanelButtons
        panelName="Prompt order"
        draft={draft}
        isSaving={isPending}
        describe={(isOn) => `Prompts begin with the ${isOn ? 'document' : 'question'}`}
        onSave={handleSave}
      />
    </>
  )
}
