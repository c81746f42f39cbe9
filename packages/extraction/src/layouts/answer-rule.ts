import { findIbans } from '../values/ibans.ts'
import { findVatIds } from '../values/shapes.ts'
import { isLuhn } from '../values/vat-checks.ts'
import type { LayoutRule, Spot, Tie } from './layout.ts'
import type { FramedDocument } from './match-layout.ts'
import { readSpot, type SpotValue } from './read-spot.ts'
import { saysSame } from './says-same.ts'

/** What a rule says, and the spot that said it first. */
export type RuleValue = SpotValue & { readonly spot: Spot }

/** The value on which all spots of a rule that read one agree, with check digits where there always were. */
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
  return found.some(({ start, end, mended }) => {
    return start === 0 && end === plain.length && mended === undefined
  })
}

/** The keys of values that a tie binds and that break it; none where one of them is not known. */
export function brokenBy(tie: Tie, values: ReadonlyMap<string, unknown>): readonly string[] {
  if (tie.kind === 'order') {
    const [before, after] = [values.get(tie.before), values.get(tie.after)]
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
