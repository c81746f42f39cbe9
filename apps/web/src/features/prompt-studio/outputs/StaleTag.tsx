import { Tag, Tooltip } from 'antd'
import { type PromptOutput, suggestedValueNote } from '../output.ts'

const inputNames = {
  prompt: 'the prompt',
  type: 'the type',
  document: 'the document',
  profile: 'the LLM profile',
  wording: 'the preamble, postamble or grammar',
} as const

const listFormat = new Intl.ListFormat('en', { type: 'conjunction' })

/** Warns that inputs have changed since the value was extracted. */
export function StaleTag({ changes }: { readonly changes: PromptOutput['stale'] }) {
  if (changes.length === 0) return null
  const changedInputs = listFormat.format(changes.map((change) => inputNames[change]))
  return (
    <Tooltip
      title={`Changed since this value was extracted: ${changedInputs}. Run again to update it.`}
    >
      <Tag color="warning" className="result-stale">
        out of date
      </Tag>
    </Tooltip>
  )
}

/** Says that the value was accepted with a suggested field. */
export const SuggestedTag = () => (
  <Tooltip title={suggestedValueNote}>
    <Tag className="result-stale">suggested</Tag>
  </Tooltip>
)
