import type { Prompt } from '../prompt.ts'
import { PromptKey } from './PromptKey.tsx'
import { PromptMenu } from './PromptMenu.tsx'
import { PromptText } from './PromptText.tsx'

type Props = { readonly prompt: Prompt; readonly isNew: boolean }

/** A remark between prompts; it is never run and never exported. */
export function NoteCard({ prompt, isNew }: Props) {
  return (
    <article className="prompt-card note-card" aria-label={prompt.key}>
      <header className="prompt-head">
        <PromptKey prompt={prompt} isNew={isNew} />
        <span className="note-word">Note</span>
        <PromptMenu prompt={prompt} />
      </header>
      <PromptText prompt={prompt} />
    </article>
  )
}
