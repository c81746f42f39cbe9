import { findCardSpans, findIbanSpans } from './find-accounts.ts'
import { findEmailSpans } from './find-emails.ts'
import { findPhoneSpans } from './find-phones.ts'
import { findTaxIdSpans } from './find-tax-ids.ts'
import { findWordSpans } from './find-words.ts'
import type { MaskingSettings } from './masking-settings.ts'
import {
  computeCode,
  formatPlaceholder,
  type PlaceholderKind,
  parsePlaceholder,
  placeholderPattern,
} from './placeholders.ts'
import type { MaskedSpan } from './span.ts'

/**
 * Placeholder and the value that it replaces, in its most frequent spelling where it was masked.
 */
export type MaskedValue = { readonly placeholder: string; readonly original: string }

export type MaskedTexts = {
  readonly texts: readonly string[]
  readonly masked: readonly MaskedValue[]
}

type MaskTextsOptions = {
  readonly texts: readonly string[]
  readonly settings: MaskingSettings
  /** Secret scope: within it, equal values have equal placeholders. */
  readonly scope: string
}

/**
 * Replaces values by placeholders. A text that already looks like a placeholder is masked as well,
 * so that every placeholder in the masked texts was created here. Linear in the length of the
 * texts.
 */
export function maskTexts({ texts, settings, scope }: MaskTextsOptions): MaskedTexts {
  const spansByText = texts.map((text) => findSpans(text, settings))
  const placeholders = assignPlaceholders(spansByText.flat(), scope)
  const countsByPlaceholder = new Map<string, Map<string, number>>()
  const maskedTexts = texts.map((text, i) => {
    let result = ''
    let index = 0
    for (const span of spansByText[i] ?? []) {
      const { start, end } = span
      const placeholder = placeholders.get(toValueKey(span)) ?? ''
      const spelling = joinLines(text.slice(start, end))
      const counts = countsByPlaceholder.get(placeholder) ?? new Map<string, number>()
      countsByPlaceholder.set(placeholder, counts.set(spelling, (counts.get(spelling) ?? 0) + 1))
      result += text.slice(index, start) + placeholder
      index = end
    }
    return result + text.slice(index)
  })
  return {
    texts: maskedTexts,
    masked: [...countsByPlaceholder].map(([placeholder, counts]) => ({
      placeholder,
      original: pickSpelling(counts),
    })),
  }
}

/** Replaces values by their kind only, for texts that are never unmasked. */
export function hideValues(text: string, settings: MaskingSettings): string {
  let result = ''
  let index = 0
  for (const { start, end, kind } of findSpans(text, settings)) {
    result += `${text.slice(index, start)}[${kind}]`
    index = end
  }
  return result + text.slice(index)
}

/** Joins text that was broken across lines. */
const joinLines = (text: string) => text.replace(/\s+/g, ' ')

function pickSpelling(counts: ReadonlyMap<string, number>): string {
  let best = ''
  let maxCount = 0
  for (const [spelling, count] of counts) {
    // Among equally frequent spellings the later one is used: the document comes after the
    // question.
    if (count >= maxCount) {
      best = spelling
      maxCount = count
    }
  }
  return best
}

const toValueKey = ({ kind, normal }: Pick<MaskedSpan, 'kind' | 'normal'>) => `${kind} ${normal}`

function assignPlaceholders(
  spans: readonly MaskedSpan[],
  scope: string,
): ReadonlyMap<string, string> {
  const placeholders = new Map<string, string>()
  const usedCodes = new Set<string>()
  for (const span of spans) {
    const name = toValueKey(span)
    if (placeholders.has(name)) continue
    let attempt = 0
    let code = computeCode(scope, name, attempt)
    while (usedCodes.has(code)) {
      attempt += 1
      code = computeCode(scope, name, attempt)
    }
    usedCodes.add(code)
    placeholders.set(name, formatPlaceholder(span.kind, code))
  }
  return placeholders
}

/** Returns the spans of a text to mask, in order and without overlaps. */
function findSpans(text: string, settings: MaskingSettings): readonly MaskedSpan[] {
  const { kinds, words, values = [], countries = [] } = settings
  const includesKind = (kind: (typeof kinds)[number]) => kinds.includes(kind)
  return resolveOverlaps(text, [
    ...(includesKind('iban') ? findIbanSpans(text) : []),
    ...(includesKind('card') ? findCardSpans(text) : []),
    ...(includesKind('email') ? findEmailSpans(text) : []),
    ...(includesKind('tax_id') ? findTaxIdSpans(text) : []),
    ...(includesKind('phone') ? findPhoneSpans(text, countries) : []),
    ...findWordSpans(text, words, 'NAME'),
    ...findWordSpans(text, values, 'VALUE'),
    ...[...text.matchAll(placeholderPattern)]
      .filter((match) => parsePlaceholder(match).isStrict)
      .map(({ 0: normal, index }) => {
        const end = index + normal.length
        return { start: index, end, kind: 'TEXT' as const, normal }
      }),
  ])
}

/**
 * Resolves overlaps: the first or longer span stays whole, and the other is reduced to the rest.
 */
function resolveOverlaps(text: string, spans: readonly MaskedSpan[]): readonly MaskedSpan[] {
  const order = new Map<PlaceholderKind, number>([['TEXT', -1]])
  const rank = ({ kind }: MaskedSpan) => order.get(kind) ?? 0
  const sorted = spans.toSorted((a, b) => a.start - b.start || b.end - a.end || rank(a) - rank(b))
  const resolvedSpans: MaskedSpan[] = []
  let previousEnd = 0
  for (const span of sorted) {
    if (span.end <= previousEnd) continue
    const start = Math.max(span.start, previousEnd)
    const part = start === span.start ? span : toRemainder(text, span, start)
    if (part) resolvedSpans.push(part)
    previousEnd = span.end
  }
  return resolvedSpans
}

function toRemainder(text: string, span: MaskedSpan, start: number): MaskedSpan | undefined {
  const rest = text.slice(start, span.end)
  return /[\p{L}\p{N}]/u.test(rest) ? { ...span, start, normal: joinLines(rest) } : undefined
}
