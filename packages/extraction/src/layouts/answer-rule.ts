import { findIbans } from '../values/ibans.ts'
import { findVatIds, isLuhn } from '../values/shapes.ts'
import type { LayoutRule, Spot, Tie } from './layout.ts'
import type { FramedDocument } from './match-layout.ts'
import { readSpot, type SpotValue } from './read-spot.ts'
import { saysSame } from './says-same.ts'

/** Value that a rule reads, with the first spot that gave it. */
export type RuleValue = SpotValue & { readonly spot: Spot }

/**
 * Returns the value on which all spots of a rule that read one agree. Its check digits must be
 * right when all earlier values had check digits.
 */
export function answerRule(
  document: FramedDocument,
  { spots, type, checksum }: Pick<LayoutRule, 'spots' | 'type' | 'checksum'>,
): RuleValue | undefined {
  let first: RuleValue | undefined
  for (const spot of spots) {
    const read = readSpot(document, spot, checksum !== undefined)
    if (!read) continue
    if (first && !saysSame(type, first.value, read.value)) return undefined
    first ??= { ...read, spot }
  }
  if (!first || (checksum && !hasChecksum(String(first.value), checksum))) return undefined
  return first
}

export function hasChecksum(text: string, checksum: NonNullable<LayoutRule['checksum']>): boolean {
  const plain = text.replace(/\s+/g, '')
  if (checksum === 'luhn') return plain.length >= 9 && /^\d+$/.test(plain) && isLuhn(plain)
  const found = checksum === 'iban' ? findIbans(plain) : findVatIds(plain)
  return found.some(({ start, end, printedText }) => {
    return start === 0 && end === plain.length && printedText === undefined
  })
}

/**
 * Returns the keys of the values that take part in a tie and break it; none when one of the values
 * is unknown.
 */
export function brokenBy(tie: Tie, values: ReadonlyMap<string, unknown>): readonly string[] {
  if (tie.kind === 'order') {
    const before = values.get(tie.before)
    const after = values.get(tie.after)
    const isKnown = typeof before === 'string' && typeof after === 'string'
    return isKnown && before > after ? [tie.before, tie.after] : []
  }
  const [a, b] = tie.terms.map((key) => values.get(key))
  const whole = values.get(tie.whole)
  if (typeof a !== 'number' || typeof b !== 'number' || typeof whole !== 'number') return []
  return addsUp(a, b, whole) ? [] : [...tie.terms, tie.whole]
}

export const addsUp = (a: number, b: number, whole: number): boolean =>
  Math.abs(a + b - whole) < 0.006
