import { findIbans } from '../values/ibans.ts'
import { findVatIds, isLuhn } from '../values/shapes.ts'
import { isEqualFieldValue } from './compare-values.ts'
import type { FieldRule, Spot, Tie } from './layout.ts'
import type { MappedDocument } from './match-layout.ts'
import { readSpot, type SpotValue } from './read-spot.ts'

/** Value that a rule reads, with the first spot that gave it. */
export type RuleValue = SpotValue & { readonly spot: Spot }

/**
 * Returns the value of a rule when all of its spots that read a value agree. Its check digits must
 * be right when all earlier values had check digits.
 */
export function answerRule(
  document: MappedDocument,
  { spots, type, checksum }: Pick<FieldRule, 'spots' | 'type' | 'checksum'>,
): RuleValue | undefined {
  let first: RuleValue | undefined
  for (const spot of spots) {
    const spotValue = readSpot(document, spot, checksum !== undefined)
    if (!spotValue) continue
    if (first && !isEqualFieldValue(type, first.value, spotValue.value)) return undefined
    first ??= { ...spotValue, spot }
  }
  if (!first || (checksum && !hasChecksum(String(first.value), checksum))) return undefined
  return first
}

export function hasChecksum(text: string, checksum: NonNullable<FieldRule['checksum']>): boolean {
  const plain = text.replace(/\s+/g, '')
  if (checksum === 'luhn') return plain.length >= 9 && /^\d+$/.test(plain) && isLuhn(plain)
  const identifiers = checksum === 'iban' ? findIbans(plain) : findVatIds(plain)
  return identifiers.some(({ start, end, printedText }) => {
    return start === 0 && end === plain.length && printedText === undefined
  })
}

/**
 * Returns the keys of a tie when their values violate it; none when it holds or one of the values is
 * unknown.
 */
export function findViolatedKeys(
  tie: Tie,
  values: ReadonlyMap<string, unknown>,
): readonly string[] {
  if (tie.kind === 'order') {
    const earlierDate = values.get(tie.before)
    const laterDate = values.get(tie.after)
    const isKnown = typeof earlierDate === 'string' && typeof laterDate === 'string'
    return isKnown && earlierDate > laterDate ? [tie.before, tie.after] : []
  }
  const [a, b] = tie.terms.map((key) => values.get(key))
  const whole = values.get(tie.whole)
  if (typeof a !== 'number' || typeof b !== 'number' || typeof whole !== 'number') return []
  return addsUp(a, b, whole) ? [] : [...tie.terms, tie.whole]
}

export const addsUp = (a: number, b: number, whole: number): boolean =>
  Math.abs(a + b - whole) < 0.006
