import type { HiddenLine } from '@recto/contract/hidden-text'
import { describeHidden, type PresentedAnswer } from '../answering/answering.port.ts'

/** Under the names of the contract: it is stored and shown as it is. */
export type PresentedHidden = {
  /** How many lines there are, of which the first are named. */
  readonly count: number
  readonly lines: readonly HiddenLine[]
}

type Hidden = PresentedAnswer['document']['hidden']

/** Of a run, in which a result is kept in one row. */
const mostNamed = 50

/** Nothing of a document that has none. */
export function presentHidden(hidden: Hidden): { readonly hidden_text?: PresentedHidden } {
  if (!hidden || hidden.count === 0) return {}
  return { hidden_text: { count: hidden.count, lines: hidden.lines.slice(0, mostNamed) } }
}

/** One sentence for all of it. */
export function warnOfHidden(hidden: Hidden): readonly string[] {
  const [first] = hidden?.lines ?? []
  if (!hidden || !first) return []
  const more = hidden.count > 1 ? `, and ${hidden.count - 1} more` : ''
  return [`The document has text that nobody sees: ${describeHidden(first)}${more}.`]
}
