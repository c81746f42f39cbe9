import { Tag } from 'antd'
import type { PromptOutput } from '../output.ts'
import { ResultCell } from '../outputs/ResultCell.tsx'
import type { Prompt } from '../prompt.ts'
import { useRunFacts } from '../state/editor-context.ts'
import { CollapseButton } from './CollapseButton.tsx'
import { DragHandle } from './DragHandle.tsx'
import { PromptActions } from './PromptActions.tsx'
import { PromptKey } from './PromptKey.tsx'
import { PromptProfile } from './PromptProfile.tsx'
import { PromptRequired } from './PromptRequired.tsx'
import { PromptText } from './PromptText.tsx'
import { PromptType } from './PromptType.tsx'
import { PromptViews } from './PromptViews.tsx'
import { useCollapsed } from './use-collapsed.ts'

type Props = {
  readonly prompt: Prompt
  /** Outputs of the selected document. */
  readonly outputs: readonly PromptOutput[]
  readonly isNew: boolean
}

/** A prompt with its answers, one per profile. */
export function PromptCard({ prompt, outputs, isNew }: Props) {
  const { profiles, document } = useRunFacts()
  const [isCollapsed, toggle] = useCollapsed(prompt.id)

  return (
    <article
      className="prompt-card"
      aria-label={prompt.key}
      data-prompt={prompt.id}
      data-active={prompt.isActive}
    >
      {/* In tab order the text directly follows the key; the actions come after both. */}
      <div className="prompt-head">
        <DragHandle name={prompt.key} />
        <CollapseButton name={prompt.key} isCollapsed={isCollapsed} onToggle={toggle} />
        <PromptKey prompt={prompt} isNew={isNew} />
        {!isCollapsed && <PromptText prompt={prompt} />}
        <div className="prompt-actions">
          {!prompt.isActive && <Tag>Disabled</Tag>}
          <PromptActions prompt={prompt} />
        </div>
      </div>
      {!isCollapsed && (
        <>
          <div className="prompt-settings">
            <PromptType prompt={prompt} />
            <PromptProfile prompt={prompt} />
            <PromptRequired prompt={prompt} />
            <PromptViews prompt={prompt} outputs={outputs} />
          </div>
          <div className="results" data-columns={profiles.length}>
            {document &&
              profiles.map((profile) => (
                <ResultCell
                  key={profile.id}
                  prompt={prompt}
                  profile={profile}
                  documentId={document.id}
                  output={outputs.find((candidate) => candidate.profileId === profile.id)}
                />
              ))}
          </div>
        </>
      )}
    </article>
  )
}
