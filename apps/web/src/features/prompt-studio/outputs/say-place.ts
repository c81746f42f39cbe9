import type { EvidenceReply } from '@recto/contract/evidence'

const how: Readonly<Record<EvidenceReply['match'], (quote: string, page: string) => string>> = {
  exact: (quote, page) => `Read on ${page}: ${quote}`,
  normalised: (quote, page) => `Written differently on ${page}: ${quote}`,
  inferred: (quote, page) => `Concluded from ${page}: ${quote}`,
  derived: (quote, page) => `Derived from ${quote} on ${page}`,
}

/** Where a value was read, and how the words there say it. */
export function sayPlace(place: Omit<EvidenceReply, 'boxes'>): string {
  const { match, quote, page, source, contradicts } = place
  if (contradicts) return sayContradiction(place, `Page ${page + 1}`)
  if (source) return `Said by ${source}: “${quote}”`
  return how[match](`“${quote}”`, `page ${page + 1}`)
}

type Contradicting = Pick<EvidenceReply, 'source' | 'quote'>

/** Data that is wrong in itself is quoted by no value of its own, but told in a sentence. */
export function sayContradiction({ source, quote }: Contradicting, page: string): string {
  const isValue = source === undefined || source.includes(': ')
  return isValue ? `${source ?? page} says “${quote}”` : `${source}: ${quote}`
}

const MAX_QUOTE = 24

/**
 * Short enough for a chip; of what contradicts the value it says what, and of a derived value it names the words that
 * are no value.
 */
export function sayPlaceShortly({
  match,
  quote,
  page,
  source,
  contradicts,
}: EvidenceReply): string {
  const words = quote.length > MAX_QUOTE ? `${quote.slice(0, MAX_QUOTE - 1)}…` : quote
  const where = source ?? `p.${page + 1}`
  if (contradicts) return sayContradiction({ source, quote: words }, where)
  if (source || match !== 'derived') return where
  return `derived from “${words}”, p.${page + 1}`
}
