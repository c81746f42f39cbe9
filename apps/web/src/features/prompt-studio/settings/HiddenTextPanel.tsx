import {
  hiddenTextPolicies,
  hiddenTextPolicyLabels,
} from '@recto/contract/prompt-studio/hidden-text'
import { Radio } from 'antd'
import { useEditor } from '../state/editor-context.ts'
import { PanelButtons } from './PanelButtons.tsx'
import { useDraft } from './use-draft.ts'
import { useSaveSettings } from './use-save-settings.ts'

const choices = hiddenTextPolicies.map((value) => ({
  value,
  label: hiddenTextPolicyLabels[value],
}))

/** Panel for the handling of text that the file contains and its pages do not show. */
export function HiddenTextPanel() {
  const { project } = useEditor()
  const draft = useDraft('hidden-text', project.hiddenTextPolicy)
  const { save, isPending } = useSaveSettings()

  async function handleSave(base = draft.base) {
    const messages = {
      saved: 'Saved hidden-text settings successfully',
      failed: 'Failed to save the hidden-text settings',
    }
    if (await save({ hiddenTextPolicy: draft.value }, messages, { hiddenTextPolicy: base }))
      draft.discard()
  }

  return (
    <>
      <div className="panel-head">
        <h3>Hidden Text</h3>
        <p>
          Text that is not visible on a page, such as white text on white, text smaller than 2
          points or text under an image, can still influence a model. It is marked on the pages.
        </p>
      </div>
      <Radio.Group
        className="panel-choices"
        aria-label="Hidden text"
        vertical
        options={choices}
        value={draft.value}
        onChange={({ target }) => draft.change(target.value)}
      />
      <PanelButtons
        panelName="Hidden text"
        draft={draft}
        isSaving={isPending}
        describe={(policy) => hiddenTextPolicyLabels[policy]}
        onSave={handleSave}
      />
    </>
  )
}
