import type { PromptOutput } from '@recto/contract/prompt-outputs'
import { Tooltip } from 'antd'

const figures = new Intl.NumberFormat('en-US')
const count = (tokens: number | null) => (tokens === null ? '-' : figures.format(tokens))

type Props = {
  readonly output: PromptOutput | undefined
  /** Known for runs that this page has made. */
  readonly seconds: number | undefined
}

/** What a run has used, as far as it is known. */
export function Usage({ output, seconds }: Props) {
  const usage = output?.token_usage
  const tokens = usage?.total_tokens ?? null
  const cost = usage?.cost_in_dollars ?? null
  const parts = [
    ...(tokens === null ? [] : [`${figures.format(tokens)} tokens`]),
    ...(seconds === undefined ? [] : [`${seconds.toFixed(1)} s`]),
    ...(cost === null ? [] : [`$${cost.toFixed(5)}`]),
  ]
  if (!usage || tokens === null) return <span className="result-usage">{parts.join(' · ')}</span>

  const { prompt_tokens, completion_tokens } = usage
  const detail = `Input ${count(prompt_tokens)} · Output ${count(completion_tokens)} · Total ${count(tokens)}`
  return (
    <Tooltip title={detail}>
      <span className="result-usage">{parts.join(' · ')}</span>
    </Tooltip>
  )
}
