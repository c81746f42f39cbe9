import { Tag } from 'antd'
import type { ReactNode } from 'react'
import { LookupLine } from '../lookups/LookupLine.tsx'
import type { PromptOutput } from '../output.ts'
import { ResultCell } from '../outputs/ResultCell.tsx'
import type { Prompt } from '../prompt.ts'
import { useRunInputs } from '../state/editor-context.ts'
import { PromptActions } from './PromptActions.tsx'
import { PromptKey } from './PromptKey.tsx'
import { PromptProfile } from './PromptProfile.tsx'
import { PromptRequired } from './PromptRequired.tsx'
import { PromptText } from './PromptText.tsx'
import { PromptType } from './PromptType.tsx'
import { PromptViews } from './PromptViews.tsx'

type Props = {
  readonly prompt: Prompt
  /** Outputs of the selected document. */
  readonly outputs: readonly PromptOutput[]
  readonly isNew: boolean
  readonly isCollapsed?: boolean
  /** Controls before the key. */
  readonly controls?: ReactNode
  /** Content between the settings and the results. */
  readonly children?: ReactNode
}

/** Everything that is edited, run and shown of one prompt: its text, its settings, and a result per profile. */
export function PromptEditor(props: Props) {
  const { prompt, outputs, isNew, isCollapsed = false, controls, children } = props
  const { profiles, document } = useRunInputs()
  return (
    <>
      {/* In tab order the text directly follows the key; the actions come after both. */}
      <div className="prompt-head">
        {controls}
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
          {children}
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
          {document && prompt.matchTo && (
            <LookupLine prompt={prompt} document={document} outputs={outputs} />
          )}
        </>
      )}
    </>
  )
}
