import { Tag } from 'antd'
import type { PromptOutput } from '../output.ts'
import { useHighlightSelection } from '../outputs/highlight-store.tsx'
import { toHighlightId } from '../outputs/highlights.ts'
import { formatConfidenceScore, getAtPath } from './confidence-score.ts'

type Props = { readonly outputs: readonly PromptOutput[] }

/** Shows the confidence of the selected value. */
export function ConfidenceTag({ outputs }: Props) {
  const selection = useHighlightSelection()
  const output = outputs.find((candidate) =>
    selection?.id.startsWith(toHighlightId(candidate, '$')),
  )
  const path = output ? (selection?.id.slice(toHighlightId(output, '').length) ?? '$') : '$'
  return (
    <Tag>Confidence Score: {formatConfidenceScore(getAtPath(output?.wordConfidences, path))}</Tag>
  )
}
