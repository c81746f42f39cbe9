import { Tabs, Tag } from 'antd'
import { EmptyState } from '../../../shared/layout/EmptyState.tsx'
import type { PromptOutput } from '../output.ts'
import { CombinedOutput } from '../outputs/CombinedOutput.tsx'
import { ListWarnings } from '../outputs/ListWarnings.tsx'
import { OutputValue } from '../outputs/OutputValue.tsx'
import { Usage } from '../outputs/Usage.tsx'
import type { Prompt } from '../prompt.ts'
import { useEditor } from '../state/editor-context.ts'
import { type Pane, useChangeEditorSearch, useEditorSearch } from '../state/editor-search.ts'
import '../outputs/outputs.css'
import '../prompts/prompts.css'

type Props = { readonly outputs: readonly PromptOutput[] }

/** The prompts and their outputs, read-only. */
export function PublicPrompts({ outputs }: Props) {
  const { project, document } = useEditor()
  const { pane } = useEditorSearch()
  const changeSearch = useChangeEditorSearch()
  const byPrompt = Map.groupBy(outputs, ({ promptId }) => promptId)

  if (project.prompts.length === 0) {
    return (
      <section className="pane" aria-label="Prompts">
        <div className="pane-body">
          <EmptyState
            title="No prompts yet"
            explanation="This project does not have any prompts."
          />
        </div>
      </section>
    )
  }
  return (
    <section className="pane" aria-label="Prompts">
      <div className="pane-bar">
        <Tabs
          size="small"
          className="pane-tabs"
          activeKey={pane}
          items={[
            { key: 'prompts', label: 'Document Parser' },
            { key: 'combined', label: 'Combined Output' },
          ]}
          onChange={(key) => changeSearch({ pane: key as Pane })}
        />
      </div>
      {pane === 'combined' && document ? (
        <CombinedOutput documentId={document.id} />
      ) : (
        <div className="pane-body prompt-list">
          {project.prompts.map((prompt) => (
            <PublicPrompt key={prompt.id} prompt={prompt} outputs={byPrompt.get(prompt.id) ?? []} />
          ))}
        </div>
      )}
    </section>
  )
}

type PromptProps = Props & { readonly prompt: Prompt }

function PublicPrompt({ prompt, outputs }: PromptProps) {
  const { profiles } = useEditor()
  return (
    <article className="prompt-card public-prompt" aria-label={prompt.key}>
      <header className="public-prompt-head">
        <h2 className="mono">{prompt.key}</h2>
        {prompt.isNote ? <Tag>Note</Tag> : <Tag>{prompt.type}</Tag>}
        {!prompt.isNote && !prompt.isActive && <Tag>Disabled</Tag>}
      </header>
      <p className="public-prompt-text">{prompt.text}</p>
      {!prompt.isNote && (
        <div className="results" data-columns={profiles.length}>
          {profiles.map((profile) => (
            <PublicResult
              key={profile.id}
              name={profile.name}
              prompt={prompt}
              output={outputs.find(({ profileId }) => profileId === profile.id)}
            />
          ))}
        </div>
      )}
    </article>
  )
}

type ResultProps = {
  readonly name: string
  readonly prompt: Prompt
  readonly output: PromptOutput | undefined
}

function PublicResult({ name, prompt, output }: ResultProps) {
  const label = `${prompt.key} with ${name}`
  return (
    <section className="result" aria-label={`Result for ${label}`}>
      <div className="result-head">
        <span className="result-profile" title={name}>
          {name}
        </span>
        <Usage output={output} seconds={undefined} />
      </div>
      <div className="result-body">
        {output ? (
          <>
            <ListWarnings warnings={output.warnings} label={label} />
            <OutputValue prompt={prompt} output={output} />
          </>
        ) : (
          <span className="faint">Yet to process</span>
        )}
      </div>
    </section>
  )
}
