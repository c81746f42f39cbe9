import type { PromptOutput } from '../output.ts'
import type { Prompt } from '../prompt.ts'
import { CollapseButton } from './CollapseButton.tsx'
import { DragHandle } from './DragHandle.tsx'
import { PromptEditor } from './PromptEditor.tsx'
import { useCollapsed } from './use-collapsed.ts'

type Props = {
  readonly prompt: Prompt
  /** Outputs of the selected document. */
  readonly outputs: readonly PromptOutput[]
  readonly isNew: boolean
}

/** A prompt with its answers, one per profile. */
export function PromptCard({ prompt, outputs, isNew }: Props) {
  const [isCollapsed, toggle] = useCollapsed(prompt.id)
  return (
    <article
      className="prompt-card"
      aria-label={prompt.key}
      data-prompt={prompt.id}
      data-active={prompt.isActive}
    >
      <PromptEditor
        prompt={prompt}
        outputs={outputs}
        isNew={isNew}
        isCollapsed={isCollapsed}
        controls={
          <>
            <DragHandle name={prompt.key} />
            <CollapseButton name={prompt.key} isCollapsed={isCollapsed} onToggle={toggle} />
          </>
        }
      />
    </article>
  )
}
