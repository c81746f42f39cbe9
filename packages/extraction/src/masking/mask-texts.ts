import { findCardSpans, findIbanSpans } from './find-accounts.ts'
import { findEmailSpans } from './find-emails.ts'
import { findPhoneSpans } from './find-phones.ts'
import { findTaxIdSpans } from './find-tax-ids.ts'
import { findWordSpans } from './find-words.ts'
import type { MaskingSettings } from './masking-settings.ts'
import {
  anyPlaceholder,
  codeOf,
  type PlaceholderKind,
  placeholderOf,
  readPlaceholder,
} from './placeholders.ts'
import type { MaskedSpan } from './span.ts'

/**
 * Placeholder and the value that it replaces, in its most frequent spelling where it was masked.
 */
export type Masked = { readonly placeholder: string; readonly original: string }

export type MaskedTexts = {
  readonly texts: readonly string[]
  readonly masked: readonly Masked[]
}

type Input = {
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
export function maskTexts({ texts, settings, scope }: Input): MaskedTexts {
  const found = texts.map((text) => spansIn(text, settings))
  const placeholders = placeholdersFor(found.flat(), scope)
  const written = new Map<string, Map<string, number>>()
  const masked = texts.map((text, i) => {
    let result = ''
    let index = 0
    for (const span of found[i] ?? []) {
      const { start, end } = span
      const placeholder = placeholders.get(nameOf(span)) ?? ''
      const spelling = plain(text.slice(start, end))
      const counts = written.get(placeholder) ?? new Map<string, number>()
      written.set(placeholder, counts.set(spelling, (counts.get(spelling) ?? 0) + 1))
      result += text.slice(index, start) + placeholder
      index = end
    }
    return result + text.slice(index)
  })
  return {
    texts: masked,
    masked: [...written].map(([placeholder, counts]) => ({
      placeholder,
      original: mostWritten(counts),
    })),
  }
}

/** Replaces values by their kind only, for texts that are never unmasked. */
export function hideValues(text: string, settings: MaskingSettings): string {
  let result = ''
  let index = 0
  for (const { start, end, kind } of spansIn(text, settings)) {
    result += `${text.slice(index, start)}[${kind}]`
    index = end
  }
  return result + text.slice(index)
}

/** Joins text that was broken across lines. */
const plain = (written: string) => written.replace(/\s+/g, ' ')

function mostWritten(counts: ReadonlyMap<string, number>): string {
  let best = ''
  let most = 0
  for (const [spelling, count] of counts) {
    // Among equally frequent spellings the later one is used: the document comes after the
    // question.
    if (count >= most) {
      best = spelling
      most = count
    }
  }
  return best
}

const nameOf = ({ kind, normal }: Pick<MaskedSpan, 'kind' | 'normal'>) => `${kind} ${normal}`

function placeholdersFor(spans: readonly MaskedSpan[], scope: string): ReadonlyMap<string, string> {
  const placeholders = new Map<string, string>()
  const taken = new Set<string>()
  for (const span of spans) {
    const name = nameOf(span)
    if (placeholders.has(name)) continue
    let attempt = 0
    let code = codeOf(scope, name, attempt)
    while (taken.has(code)) {
      attempt += 1
      code = codeOf(scope, name, attempt)
    }
    taken.add(code)
    placeholders.set(name, placeholderOf(span.kind, code))
  }
  return placeholders
}

/** Returns the spans of a text to mask, in order and without overlaps. */
function spansIn(text: string, settings: MaskingSettings): readonly MaskedSpan[] {
  const { kinds, words, values = [], countries = [] } = settings
  const has = (kind: (typeof kinds)[number]) => kinds.includes(kind)
  return apart(text, [
    ...(has('iban') ? findIbanSpans(text) : []),
    ...(has('card') ? findCardSpans(text) : []),
    ...(has('email') ? findEmailSpans(text) : []),
    ...(has('tax_id') ? findTaxIdSpans(text) : []),
    ...(has('phone') ? findPhoneSpans(text, countries) : []),
    ...findWordSpans(text, words, 'NAME'),
    ...findWordSpans(text, values, 'VALUE'),
    ...[...text.matchAll(anyPlaceholder)]
      .filter((match) => readPlaceholder(match).isStrict)
      .map(({ 0: normal, index }) => {
        const end = index + normal.length
        return { start: index, end, kind: 'TEXT' as const, normal }
      }),
  ])
}

/**
 * Resolves overlaps: the first or longer span stays whole, and the other is reduced to the rest.
 */
function apart(text: string, spans: readonly MaskedSpan[]): readonly MaskedSpan[] {
  const order = new Map<PlaceholderKind, number>([['TEXT', -1]])
  const rank = ({ kind }: MaskedSpan) => order.get(kind) ?? 0
  const sorted = spans.toSorted((a, b) => a.start - b.start || b.end - a.end || rank(a) - rank(b))
  const kept: MaskedSpan[] = []
  let behind = 0
  for (const span of sorted) {
    if (span.end <= behind) continue
    const start = Math.max(span.start, behind)
    const part = start === span.start ? span : restOf(text, span, start)
    if (part) kept.push(part)
    behind = span.end
  }
  return kept
}

function restOf(text: string, span: MaskedSpan, start: number): MaskedSpan | undefined {
  const rest = text.slice(start, span.end)
  return /[\p{L}\p{N}]/u.test(rest) ? { ...span, start, normal: plain(rest) } : undefined
}
