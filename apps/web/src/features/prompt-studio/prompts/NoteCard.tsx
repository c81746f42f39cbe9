import type { Prompt } from '../prompt.ts'
import { CollapseButton } from './CollapseButton.tsx'
import { DragHandle } from './DragHandle.tsx'
import { PromptKey } from './PromptKey.tsx'
import { PromptMenu } from './PromptMenu.tsx'
import { PromptText } from './PromptText.tsx'
import { useCollapsed } from './use-collapsed.ts'

type Props = { readonly prompt: Prompt; readonly isNew: boolean }

/** A remark between prompts. It is never run or exported. */
export function NoteCard({ prompt, isNew }: Props) {
  const [isCollapsed, toggle] = useCollapsed(prompt.id)
  return (
    <article className="prompt-card note-card" aria-label={prompt.key} data-prompt={prompt.id}>
      <div className="prompt-head">
        <DragHandle name={prompt.key} />
        <CollapseButton name={prompt.key} isCollapsed={isCollapsed} onToggle={toggle} />
        <PromptKey prompt={prompt} isNew={isNew} />
        {!isCollapsed && <PromptText prompt={prompt} />}
        <div className="prompt-actions">
          <span className="note-word">Note</span>
          <PromptMenu prompt={prompt} />
        </div>
      </div>
    </article>
  )
}
