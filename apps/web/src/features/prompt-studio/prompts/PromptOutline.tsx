import type { PromptOutput } from '../output.ts'
import type { Prompt } from '../prompt.ts'
import { useRunInputs } from '../state/editor-context.ts'

type Props = { readonly prompt: Prompt; readonly outputs: readonly PromptOutput[] }

/**
 * A card as plain text, shown while it is far from the viewport. It becomes the full card when
 * scrolled near.
 */
export function PromptOutline({ prompt, outputs }: Props) {
  const { profiles } = useRunInputs()
  return (
    <article className="prompt-card prompt-outline" aria-label={prompt.key}>
      <p className="mono prompt-outline-key">{prompt.key}</p>
      <p className="prompt-outline-text">{prompt.text}</p>
      {!prompt.isNote && (
        <div className="results" data-columns={profiles.length}>
          {profiles.map(({ id, name }) => (
            <div key={id} className="result">
              <span className="result-head">{name}</span>
              <span className="result-body">
                {outputs.find(({ profileId }) => profileId === id)?.value}
              </span>
            </div>
          ))}
        </div>
      )}
    </article>
  )
}
