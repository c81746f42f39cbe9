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
  /** Of the selected document. */
  readonly outputs: readonly PromptOutput[]
  readonly isNew: boolean
}

/** A question and its answers, one under each profile. */
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
      {/* The text follows the key for the Tab key; what is done with both comes after them. */}
      <div className="prompt-head">
        <DragHandle name={prompt.key} />
        <CollapseButton name={prompt.key} isCollapsed={isCollapsed} onToggle={toggle} />
        <PromptKey prompt={prompt} isNew={isNew} />
        {!isCollapsed && <PromptText prompt={prompt} />}
        <div className="prompt-actions">
          {!prompt.isActive && <Tag>Left out</Tag>}
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
                  output={outputs.find((it) => it.profileId === profile.id)}
                />
              ))}
          </div>
        </>
      )}
    </article>
  )
}
