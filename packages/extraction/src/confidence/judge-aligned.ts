import type { DocumentText } from '@recto/document-text/model'
import type { FieldType } from '@recto/provider-spec/answer'
import { type Haystack, haystackFor } from '../align/haystack.ts'
import { supportOf } from '../align/support.ts'
import type { Judge } from './confidence-of.ts'
import { type JudgedScalar, type Signs, signsOfValue, signsOfWords } from './signs.ts'
import { surenessOf } from './sureness.ts'

/** Judges values that `alignValue` has found in the document. */
export function judgeAligned(document: DocumentText, type: FieldType): Judge {
  return (value, evidence) =>
    surenessOf(signsOfAligned(document, { value, evidence, type }), 'aligned')
}

type Aligned = {
  readonly value: JudgedScalar
  readonly evidence: Parameters<Judge>[1]
  readonly type: FieldType
}

/** Computes the signals of a value that `alignValue` has found. */
export function signsOfAligned(document: DocumentText, { value, evidence, type }: Aligned): Signs {
  const haystack = haystackFor(document)
  const support = supportOf(evidence)
  const nearness = support?.nearness ?? 0
  return {
    ...signsOfWords(evidence),
    ...signsOfValue({
      value,
      type,
      quote: evidence[0]?.quote ?? '',
      knowsMark: haystack.decimalMark !== undefined,
      knowsOrder: haystack.dateOrder !== undefined,
    }),
    label: nearness / (1 + nearness),
    unlabelled: nearness === 0 ? 1 : 0,
    outdone: support?.isOutdone ? 1 : 0,
    places: Math.log(Math.max(support?.places ?? 1, 1)),
    addsUp: typeof value === 'number' && isSumOfOthers(amountsOf(haystack), value) ? 1 : 0,
  }
}

/** Maximum number of amounts: with more, any amount is the sum of some others. */
const maxAmounts = 400

const known = new WeakMap<Haystack, ReadonlySet<number>>()

/** Returns the amounts of the document in cents; empty when it has too many. */
function amountsOf(haystack: Haystack): ReadonlySet<number> {
  const before = known.get(haystack)
  if (before) return before
  const cents = new Set<number>()
  for (const { found } of haystack.numbers()) {
    if (found.hasDecimals && !found.isPercent) cents.add(Math.round(found.value * 100))
    if (cents.size > maxAmounts) break
  }
  const amounts = cents.size > maxAmounts ? new Set<number>() : cents
  known.set(haystack, amounts)
  return amounts
}

function isSumOfOthers(amounts: ReadonlySet<number>, value: number): boolean {
  const cents = Math.round(value * 100)
  if (!amounts.has(cents)) return false
  for (const one of amounts) {
    if (one <= 0 || 2 * one === cents) continue
    if (amounts.has(cents - one) || amounts.has(cents + one)) return true
  }
  return false
}
