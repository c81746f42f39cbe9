import { Tag, Tooltip } from 'antd'
import type { PromptOutput } from '../output.ts'

const words = {
  prompt: 'the prompt',
  type: 'the type',
  document: 'the document',
  profile: 'the LLM profile',
  wording: 'the preamble, postamble or grammar',
} as const

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** Tells of a value that is older than what it was asked with. */
export function StaleTag({ changes }: { readonly changes: PromptOutput['stale'] }) {
  if (changes.length === 0) return null
  const what = list.format(changes.map((change) => words[change]))
  return (
    <Tooltip title={`Changed since this value was read: ${what}. Run again to renew it.`}>
      <Tag color="warning" className="result-stale">
        out of date
      </Tag>
    </Tooltip>
  )
}
