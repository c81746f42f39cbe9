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
  const { isChallenged, challengerId } = project
  const draft = useDraft('challenge', { isChallenged, challengerId })
  const { save, isPending } = useSaveSettings()
  const { data: adapters } = useQuery(allAdapters)
  const { value } = draft
  const isMissing = value.isChallenged && !value.challengerId
  const refusal = isMissing ? 'Select a challenger LLM.' : undefined

  async function handleSave(base = draft.base) {
    const messages = {
      saved: 'Saved challenge settings successfully',
      failed: 'Failed to save the challenge settings',
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
          checked={value.isChallenged}
          onChange={(isOn) => draft.change({ ...value, isChallenged: isOn })}
        />
        Enable LLMChallenge
      </label>
      <div className="panel-field">
        <label htmlFor="challenger">Challenger LLM</label>
        <AdapterPicker
          id="challenger"
          type="LLM"
          aria-label="Challenger LLM"
          placeholder="Select the challenger LLM"
          value={value.challengerId ?? undefined}
          onChange={(id) => draft.change({ ...value, challengerId: id })}
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
        describe={({ isChallenged, challengerId }) => {
          const name = adapters?.find(({ id }) => id === challengerId)?.name ?? 'none'
          return `LLMChallenge is ${isChallenged ? 'on' : 'off'}\nChallenger LLM: ${name}`
        }}
        onSave={handleSave}
      />
    </>
  )
}
