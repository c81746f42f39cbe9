import { Tooltip } from 'antd'
import type { PromptOutput } from '../output.ts'

const figures = new Intl.NumberFormat('en-US')
const count = (tokens: number | null) => (tokens === null ? '-' : figures.format(tokens))

type Props = {
  readonly output: PromptOutput | undefined
  /** Known for runs that this page has made. */
  readonly seconds: number | undefined
}

/** What a run has used, as far as it is known. */
export function Usage({ output, seconds }: Props) {
  const usage = output?.usage
  const tokens = usage?.totalTokens ?? null
  const cost = usage?.dollars ?? null
  const parts = [
    ...(tokens === null ? [] : [`${figures.format(tokens)} tokens`]),
    ...(seconds === undefined ? [] : [`${seconds.toFixed(1)} s`]),
    ...(cost === null ? [] : [`$${cost.toFixed(5)}`]),
  ]
  if (!usage || tokens === null) return <span className="result-usage">{parts.join(' · ')}</span>

  const { inputTokens, outputTokens } = usage
  const detail = `Input ${count(inputTokens)} · Output ${count(outputTokens)} · Total ${count(tokens)}`
  return (
    <Tooltip title={detail}>
      <span className="result-usage">{parts.join(' · ')}</span>
    </Tooltip>
  )
}
