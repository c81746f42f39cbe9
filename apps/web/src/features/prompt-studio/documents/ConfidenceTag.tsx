import { Tag } from 'antd'
import type { PromptOutput } from '../output.ts'
import { markId } from '../outputs/marks.ts'
import { usePicked } from '../outputs/spotlight.tsx'
import { atPath, confidenceScore } from './confidence-score.ts'

type Props = { readonly outputs: readonly PromptOutput[] }

/** How sure the value is whose place is shown. */
export function ConfidenceTag({ outputs }: Props) {
  const picked = usePicked()
  const output = outputs.find((one) => picked?.id.startsWith(markId(one, '$')))
  const path = output ? (picked?.id.slice(markId(output, '').length) ?? '$') : '$'
  return <Tag>Confidence Score: {confidenceScore(atPath(output?.sureWords, path))}</Tag>
}
