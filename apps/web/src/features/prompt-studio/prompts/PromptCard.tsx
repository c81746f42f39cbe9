import { PlayCircleOutlined } from '@ant-design/icons'
import type { PromptOutput } from '@recto/contract/prompt-outputs'
import type { CoveredPrompt } from '@recto/contract/prompts'
import { Button, Tag, Tooltip } from 'antd'
import { memo } from 'react'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { ResultCell } from '../outputs/ResultCell.tsx'
import { useRuns } from '../runs/runs.tsx'
import { useEditor } from '../state/editor-context.ts'
import { PromptKey } from './PromptKey.tsx'
import { PromptMenu } from './PromptMenu.tsx'
import { PromptText } from './PromptText.tsx'
import { PromptType } from './PromptType.tsx'

type Props = {
  readonly prompt: CoveredPrompt
  /** Of the selected document. */
  readonly outputs: readonly PromptOutput[]
  readonly isNew: boolean
}

/** A question and its answers, one under each profile. Only a change of its own draws it anew. */
export const PromptCard = memo(function PromptCard({ prompt, outputs, isNew }: Props) {
  const { profiles, document } = useEditor()
  const run = useRunPrompt(prompt)

  return (
    <article
      className="prompt-card"
      aria-label={prompt.prompt_key}
      data-prompt={prompt.prompt_id}
      data-active={prompt.active}
    >
      <header className="prompt-head">
        <PromptKey prompt={prompt} isNew={isNew} />
        {!prompt.active && <Tag>Left out</Tag>}
        <PromptType prompt={prompt} />
        <Tooltip title="Run (Ctrl Enter)">
          <Button
            type="text"
            size="small"
            data-run
            aria-label={`Run ${prompt.prompt_key}`}
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
              key={profile.profile_id}
              prompt={prompt}
              profile={profile}
              documentId={document.document_id}
              output={outputs.find((it) => it.profile_manager === profile.profile_id)}
            />
          ))}
      </div>
      <Coverage prompt={prompt} />
    </article>
  )
}, isSame)

function isSame(before: Props, after: Props): boolean {
  return (
    before.prompt === after.prompt &&
    before.isNew === after.isNew &&
    before.outputs.length === after.outputs.length &&
    before.outputs.every((output, place) => output === after.outputs[place])
  )
}

function Coverage({ prompt }: { readonly prompt: CoveredPrompt }) {
  const { documents } = useEditor()
  if (documents.length < 2) return null
  return (
    <p className="prompt-coverage">
      Coverage: {prompt.coverage.length} of {documents.length} docs
    </p>
  )
}

/** Runs the prompt on the selected document under every profile. */
function useRunPrompt({ prompt_id: promptId }: CoveredPrompt): () => void {
  const { profiles, document } = useEditor()
  const { start } = useRuns()
  const alerts = useAlerts()
  return () => {
    if (!document) return alerts.warn('Document not selected')
    if (profiles.length === 0) return alerts.warn('LLM Profile is not selected')
    const { document_id: documentId } = document
    void start(profiles.map(({ profile_id: profileId }) => ({ promptId, profileId, documentId })))
  }
}
