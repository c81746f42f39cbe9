import { omitUndefined } from '@recto/omit-undefined'
import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Input, Select, Switch } from 'antd'
import { allAdapters } from '../../../shared/session/adapter.queries.ts'
import type { LlmProfile } from '../profile.ts'
import { defaultTexts } from '../project.queries.ts'
import type { Project } from '../project.ts'
import { useEditor } from '../state/editor-context.ts'
import { PanelButtons } from './PanelButtons.tsx'
import { useDraft } from './use-draft.ts'
import { useSaveSettings } from './use-save-settings.ts'

type Settings = Pick<Project, 'summarizeContext' | 'summarizeAsSource' | 'summarizePrompt'> & {
  readonly summarizerId: string | null
}

/**
 * Panel for whether documents are summarized when they are indexed, with which profile and which
 * prompt.
 */
export function SummaryPanel() {
  const { project, allProfiles: profiles } = useEditor()
  const draft = useDraft<Settings>('summary', settingsOf(project, profiles))
  const { save, isPending } = useSaveSettings()
  const { data: defaults } = useQuery(defaultTexts)
  const { data: adapters } = useQuery(allAdapters)
  const { value } = draft
  const change = (changes: Partial<Settings>) => draft.change({ ...value, ...changes })
  const hasProfile = value.summarizerId !== null
  // A profile that was chosen earlier stays, so that its name is shown.
  const writesText = ({ id, llm }: LlmProfile) =>
    id === value.summarizerId ||
    !adapters?.some(({ type, name, isBuiltIn }) => type === 'LLM' && name === llm && isBuiltIn)

  async function handleSave(base = draft.base) {
    const messages = {
      saved: 'Saved summary successfully',
      failed: 'Failed to update',
    }
    if (await save(value, messages, base)) draft.discard()
  }

  return (
    <>
      <div className="panel-head">
        <h3>SummarizedExtraction Settings</h3>
        <p>Each document is summarized when it is indexed.</p>
      </div>
      <div className="panel-field">
        <label htmlFor="summarizer">LLM Profile</label>
        <Select
          id="summarizer"
          aria-label="LLM Profile"
          placeholder="Select Eval LLM"
          value={value.summarizerId}
          options={profiles.filter(writesText).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(summarizerId) => change({ summarizerId })}
        />
      </div>
      <div className="panel-field">
        <span className="panel-label">
          <label htmlFor="summary-prompt">Prompt</label>
          <Button
            type="link"
            size="small"
            disabled={
              !hasProfile || !defaults || value.summarizePrompt === defaults.summarizePrompt
            }
            onClick={() => defaults && change({ summarizePrompt: defaults.summarizePrompt })}
          >
            Reset to default prompt
          </Button>
        </span>
        <Input.TextArea
          id="summary-prompt"
          rows={4}
          disabled={!hasProfile}
          placeholder={defaults?.summarizePrompt ?? ''}
          value={value.summarizePrompt}
          onChange={({ target }) => change({ summarizePrompt: target.value })}
        />
      </div>
      <label className="panel-switch" htmlFor="summarize-context">
        <Switch
          id="summarize-context"
          checked={value.summarizeContext}
          onChange={(summarizeContext) =>
            change(
              omitUndefined({
                summarizeContext,
                summarizeAsSource: summarizeContext ? undefined : false,
              }),
            )
          }
        />
        Summarize Context
      </label>
      <Checkbox
        checked={value.summarizeAsSource}
        disabled={!hasProfile || !value.summarizeContext}
        onChange={({ target }) => change({ summarizeAsSource: target.checked })}
      >
        Use summarize context as source
      </Checkbox>
      <PanelButtons
        panelName="SummarizedExtraction"
        draft={draft}
        isSaving={isPending}
        describe={(settings) => describe(settings, profiles)}
        onSave={handleSave}
      />
    </>
  )
}

function describe(settings: Settings, profiles: readonly LlmProfile[]): string {
  const { summarizerId, summarizePrompt, summarizeContext, summarizeAsSource } = settings
  const name = profiles.find(({ id }) => id === summarizerId)?.name ?? 'none'
  const source = summarizeAsSource ? 'summary' : 'document'
  return [
    `Summarize Context: ${summarizeContext ? 'on' : 'off'}`,
    `Source: ${source}`,
    `LLM Profile: ${name}`,
    `Prompt: ${summarizePrompt}`,
  ].join('\n')
}

/** Returns the summary settings; a profile that no longer exists counts as none. */
function settingsOf(project: Project, profiles: readonly LlmProfile[]): Settings {
  const { summarizerId, summarizePrompt, summarizeContext, summarizeAsSource } = project
  const isOffered = profiles.some(({ id }) => id === summarizerId)
  return {
    summarizerId: isOffered && summarizerId ? summarizerId : null,
    summarizePrompt,
    summarizeContext,
    summarizeAsSource,
  }
}
