import type { EscalationReply } from '@recto/contract/prompt-studio/escalation'

/** Says how a question was asked again of a larger model. */
export type EscalationView = {
  /** The reason, as one clause. */
  readonly reason: string
  readonly smallModel: string
  /** Empty if it could not be asked. */
  readonly largeModel: string
  /** Says what the small model answered, as text. */
  readonly smallValue: string
  readonly isReplaced: boolean
  readonly calls: number
  /** Null if the price of the larger model is not known. */
  readonly dollars: number | null
  readonly error: string | null
}

const problems: Readonly<Record<EscalationReply['problems'][number], string>> = {
  unreadable: 'its reply was no value of this type',
  'no-answer': 'it gave no answer',
  'no-place': 'its value is on no page',
  contradicted: 'something contradicts its value',
  'low-confidence': 'its value is probably wrong',
}

export const escalationFromWire = (wire: EscalationReply): EscalationView => ({
  reason: wire.problems.map((problem) => problems[problem]).join(', '),
  smallModel: wire.small_model,
  largeModel: wire.large_model,
  smallValue: toText(wire.small_value),
  isReplaced: wire.replaced,
  calls: wire.calls,
  dollars: wire.cost_in_dollars,
  error: wire.error,
})

function toText(value: unknown): string {
  if (value === null || value === undefined) return 'no value'
  return typeof value === 'string' ? `“${value}”` : JSON.stringify(value)
}

const money = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 5,
})

/** Says what asking again has cost, in words. */
export function describeCost({
  calls,
  dollars,
}: Pick<EscalationView, 'calls' | 'dollars'>): string {
  const count = calls === 1 ? '1 call' : `${calls} calls`
  return dollars === null ? `${count}, price unknown` : `${count}, ${money.format(dollars)}`
}
