import { PlayCircleOutlined } from '@ant-design/icons'
import { Button, Tag, Tooltip } from 'antd'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import type { PromptOutput } from '../output.ts'
import { ResultCell } from '../outputs/ResultCell.tsx'
import { PreviewButton } from '../previews/PreviewButton.tsx'
import type { Prompt } from '../prompt.ts'
import { useRuns } from '../runs/runs.tsx'
import { useRunFacts } from '../state/editor-context.ts'
import { PromptKey } from './PromptKey.tsx'
import { PromptMenu } from './PromptMenu.tsx'
import { PromptProfile } from './PromptProfile.tsx'
import { PromptText } from './PromptText.tsx'
import { PromptType } from './PromptType.tsx'

type Props = {
  readonly prompt: Prompt
  /** Of the selected document. */
  readonly outputs: readonly PromptOutput[]
  readonly isNew: boolean
}

/** A question and its answers, one under each profile. */
export function PromptCard({ prompt, outputs, isNew }: Props) {
  const { profiles, document } = useRunFacts()
  const run = useRunPrompt(prompt)

  return (
    <article
      className="prompt-card"
      aria-label={prompt.key}
      data-prompt={prompt.id}
      data-active={prompt.isActive}
    >
      <header className="prompt-head">
        <PromptKey prompt={prompt} isNew={isNew} />
        {!prompt.isActive && <Tag>Left out</Tag>}
        <PromptProfile prompt={prompt} />
        <PromptType prompt={prompt} />
        <PreviewButton prompt={prompt} />
        <Tooltip title="Run (Ctrl Enter)">
          <Button
            type="text"
            size="small"
            data-run
            aria-label={`Run ${prompt.key}`}
            icon={<PlayCircleOutlined />}
            onClick={run}
          />
        </Tooltip>
        <PromptMenu prompt={prompt} />
      </header>
      <PromptText prompt={prompt} />
      <div className="results" data-columns={profiles.length}>
        {document &&
          profiles.map((profile) => (
            <ResultCell
              key={profile.id}
              prompt={prompt}
              profile={profile}
              documentId={document.id}
              output={outputs.find((it) => it.profileId === profile.id)}
            />
          ))}
      </div>
      <Coverage prompt={prompt} />
    </article>
  )
}

function Coverage({ prompt }: { readonly prompt: Prompt }) {
  const { documents } = useRunFacts()
  if (documents.length < 2) return null
  return (
    <p className="prompt-coverage">
      Coverage: {prompt.coverage.length} of {documents.length} docs
    </p>
  )
}

/** Runs the prompt on the selected document under every profile. */
function useRunPrompt({ id: promptId }: Prompt): () => void {
  const { profiles, document } = useRunFacts()
  const { start } = useRuns()
  const alerts = useAlerts()
  return () => {
    if (!document) return alerts.hint('Document not selected')
    if (profiles.length === 0) return alerts.hint('LLM Profile is not selected')
    const { id: documentId } = document
    void start(profiles.map(({ id: profileId }) => ({ promptId, profileId, documentId })))
  }
}
