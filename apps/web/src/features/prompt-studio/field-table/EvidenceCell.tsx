import type { PromptOutput } from '../output.ts'
import { describeEvidence } from '../outputs/describe-evidence.ts'
import { useHighlightStore } from '../outputs/highlight-store.tsx'
import { toHighlightId } from '../outputs/highlights.ts'
import type { Prompt } from '../prompt.ts'
import { summarizeOutput } from './summarize-output.ts'

type Props = { readonly prompt: Prompt; readonly output: PromptOutput; readonly tabIndex: number }

/** The page where the value was read, as a button that shows the place. */
export function EvidenceCell({ prompt, output, tabIndex }: Props) {
  const highlightStore = useHighlightStore()
  const { kind, evidence, isContradicted } = summarizeOutput(output, prompt.type)
  if (kind === 'not found') return null
  if (!evidence) {
    return (
      <span className="faint" title="No text in the document supports this value.">
        none
      </span>
    )
  }
  const { location, path, locationIndex, count } = evidence
  const furtherPlaces = count > 1 ? ` And ${count - 1} more.` : ''
  const description = `${describeEvidence(location)}.${furtherPlaces}`
  if (location.boxes.length === 0) {
    return (
      <span className="field-source" title={description}>
        {location.source ?? 'none'}
      </span>
    )
  }
  const id = toHighlightId(output, path)
  return (
    <button
      type="button"
      className="chip"
      data-match={location.match}
      data-contradicts={isContradicted}
      tabIndex={tabIndex}
      title={description}
      aria-label={`p.${location.page + 1} shows ${prompt.key}`}
      onMouseEnter={() => highlightStore.hover(id)}
      onMouseLeave={() => highlightStore.hover(undefined)}
      onClick={() => highlightStore.select(id, 'value', locationIndex)}
    >
      p.{location.page + 1}
    </button>
  )
}
