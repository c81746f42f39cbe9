import type { CoveredPrompt } from '@recto/contract/prompts'
import { PromptKey } from './PromptKey.tsx'
import { PromptMenu } from './PromptMenu.tsx'
import { PromptText } from './PromptText.tsx'

type Props = { readonly prompt: CoveredPrompt; readonly isNew: boolean }

/** A remark between prompts; it is never run and never exported. */
export function NoteCard({ prompt, isNew }: Props) {
  return (
    <article className="prompt-card note-card" aria-label={prompt.prompt_key}>
      <header className="prompt-head">
        <PromptKey prompt={prompt} isNew={isNew} />
        <span className="note-word">Note</span>
        <PromptMenu prompt={prompt} />
      </header>
      <PromptText prompt={prompt} />
    </article>
  )
}
