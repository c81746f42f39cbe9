import type { ImprovementReply, ImprovementResultReply } from '@recto/contract/tools/improvements'

/** Whether nobody has decided about a proposal. */
export const isWaiting = ({ outcome, decision }: ImprovementResultReply): boolean =>
  outcome === 'proposed' && decision === null

/** Prints the proposals of a search as differences, with their scores. */
export function describeImprovement(improvement: ImprovementReply): string {
  const { results } = improvement
  const lines = [describeEnd(improvement), ...results.flatMap(describeResult)]
  return lines.map((line) => `${line}\n`).join('')
}

function describeEnd({ state, error, calls_used: calls, cost_in_dollars: cost }: ImprovementReply) {
  const price = cost === null ? '' : `, $${cost.toFixed(4)}`
  const expenses = `${calls} ${calls === 1 ? 'call' : 'calls'}${price}`
  switch (state) {
    case 'done':
      return `Done: ${expenses}.`
    case 'stopped':
      return `The budget was used up: ${expenses}. Start again with a larger one: stored answers are not paid again.`
    case 'failed':
      return `Failed: ${error ?? 'for an unknown reason'} (${expenses})`
    default:
      return `The search is ${state}: ${expenses}.`
  }
}

function describeResult(result: ImprovementResultReply): readonly string[] {
  const { prompt_key: key, outcome, reason, before: current, after: proposal, decision } = result
  const state = decision ?? outcome.replaceAll('_', ' ')
  const header = ['', `${key}: ${state}. ${reason}`]
  if (!proposal || outcome !== 'proposed') return header
  return [
    ...header,
    ...toLines('-', current),
    ...toLines('+', proposal),
    ...[describeScore('chosen on', result.first), describeScore('held out', result.second)].filter(
      (line) => line !== undefined,
    ),
  ]
}

const toLines = (sign: string, { prompt, enforce_type: type }: ImprovementResultReply['before']) =>
  `${prompt} (${type})`.split('\n').map((line) => `${sign} ${line}`)

const percent = (share: number) => Math.round(100 * share)

function describeScore(part: string, score: ImprovementResultReply['first']): string | undefined {
  if (!score) return undefined
  const { checked, right_before, right_after, before_low, before_high, after_low, after_high } =
    score
  const currentScore = `${right_before} of ${checked} right (${percent(before_low)}–${percent(before_high)} %)`
  const newScore = `${right_after} of ${checked} (${percent(after_low)}–${percent(after_high)} %)`
  return `  ${part}: ${currentScore} before, ${newScore} after`
}
