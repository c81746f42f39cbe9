import { Tooltip } from 'antd'
import { formatDuration } from '../../../shared/words/measures.ts'
import type { PromptOutput } from '../output.ts'

const numberFormat = new Intl.NumberFormat('en-US')
const formatCount = (tokens: number | null) => (tokens === null ? '-' : numberFormat.format(tokens))

type Props = {
  readonly output: PromptOutput | undefined
  /** Duration, known for runs that ended while this page was open. */
  readonly seconds: number | undefined
}

/** Shows the tokens, time and cost of a run, as far as they are known. */
export function Usage({ output, seconds }: Props) {
  const usage = output?.usage
  const tokens = usage?.totalTokens ?? null
  const cost = usage?.dollars ?? null
  const parts = [
    ...(tokens === null ? [] : [`${numberFormat.format(tokens)} tokens`]),
    ...(seconds === undefined ? [] : [formatDuration(seconds)]),
    ...(cost === null ? [] : [`$${cost.toFixed(5)}`]),
  ]
  if (!usage || tokens === null) return <span className="result-usage">{parts.join(' · ')}</span>

  const { inputTokens, outputTokens } = usage
  const detail = `Input ${formatCount(inputTokens)} · Output ${formatCount(outputTokens)} · Total ${formatCount(tokens)}`
  return (
    <Tooltip title={detail}>
      <span className="result-usage">{parts.join(' · ')}</span>
    </Tooltip>
  )
}
