import { omitUndefined } from '@recto/omit-undefined'
import { useQuery } from '@tanstack/react-query'
import { Switch } from 'antd'
import { allAdapters } from '../../../shared/session/adapter.queries.ts'
import { AdapterPicker } from '../../adapters/adapters.port.tsx'
import { useEditor } from '../state/editor-context.ts'
import { PanelButtons } from './PanelButtons.tsx'
import { useDraft } from './use-draft.ts'
import { useSaveSettings } from './use-save-settings.ts'

/** Panel for whether a second model judges answers, and which one. */
export function ChallengePanel() {
  const { project } = useEditor()
  const { enableChallenge, challengeLlmId } = project
  const draft = useDraft('challenge', { enableChallenge, challengeLlmId })
  const { save, isPending } = useSaveSettings()
  const { data: adapters } = useQuery(allAdapters)
  const { value } = draft
  const isMissing = value.enableChallenge && !value.challengeLlmId
  const refusal = isMissing ? 'Select a challenger LLM.' : undefined

  async function handleSave(base = draft.base) {
    const messages = {
      saved: 'Saved challenge settings successfully',
      failed: 'Failed to update',
    }
    if (await save(value, messages, base)) draft.discard()
  }

  return (
    <>
      <div className="panel-head">
        <h3>LLMChallenge Settings</h3>
        <p>
          A second model rates each answer from 1 to 5. Answers with a low score are extracted
          again.
        </p>
      </div>
      <label className="panel-switch" htmlFor="enable-challenge">
        <Switch
          id="enable-challenge"
          checked={value.enableChallenge}
          onChange={(isOn) => draft.change({ ...value, enableChallenge: isOn })}
        />
        Enable LLMChallenge
      </label>
      <div className="panel-field">
        <label htmlFor="challenger">Challenger LLM</label>
        <AdapterPicker
          id="challenger"
          type="LLM"
          writesText
          aria-label="Challenger LLM"
          placeholder="Select the challenger LLM"
          value={value.challengeLlmId ?? undefined}
          onChange={(id) => draft.change({ ...value, challengeLlmId: id })}
          {...omitUndefined({ status: refusal && 'error' })}
        />
        {refusal && (
          <p className="panel-note" role="alert">
            {refusal}
          </p>
        )}
      </div>
      <PanelButtons
        panelName="LLMChallenge"
        draft={draft}
        isSaving={isPending}
        refusal={refusal}
        describe={({ enableChallenge, challengeLlmId }) => {
          const name = adapters?.find(({ id }) => id === challengeLlmId)?.name ?? 'none'
          return `LLMChallenge is ${enableChallenge ? 'on' : 'off'}\nChallenger LLM: ${name}`
        }}
        onSave={handleSave}
      />
    </>
  )
}
