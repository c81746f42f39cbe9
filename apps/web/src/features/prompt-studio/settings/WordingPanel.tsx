import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { defaultTexts } from '../project.queries.ts'
import { useEditor } from '../state/editor-context.ts'
import { PanelButtons } from './PanelButtons.tsx'
import { useDraft } from './use-draft.ts'
import { useSaveSettings } from './use-save-settings.ts'

const texts = {
  preamble: { title: 'Preamble', purpose: 'Sent to the model before every prompt.' },
  postamble: { title: 'Postamble', purpose: 'Sent to the model after every prompt.' },
} as const

/** Panel for a text that is sent with every prompt. */
export function WordingPanel({ field }: { readonly field: keyof typeof texts }) {
  const { project } = useEditor()
  const draft = useDraft(field, project[field])
  const { save, isPending } = useSaveSettings()
  const { data: defaults } = useQuery(defaultTexts)
  const { title, purpose } = texts[field]
  const defaultText = defaults?.[field]

  async function handleSave(base = draft.base) {
    const messages = { saved: 'Saved successfully', failed: 'Failed to update.' }
    if (await save({ [field]: draft.value }, messages, { [field]: base })) draft.discard()
  }

  return (
    <>
      <div className="panel-head">
        <h3>{title}</h3>
        <p>{purpose}</p>
        <Button
          disabled={defaultText === undefined || draft.value === defaultText}
          onClick={() => defaultText !== undefined && draft.change(defaultText)}
        >
          Reset to default
        </Button>
      </div>
      <Input.TextArea
        aria-label={title}
        autoSize={{ minRows: 8, maxRows: 20 }}
        value={draft.value}
        onChange={({ target }) => draft.change(target.value)}
      />
      <PanelButtons
        panelName={title}
        draft={draft}
        isSaving={isPending}
        describe={(text) => text}
        onSave={handleSave}
      />
    </>
  )
}
