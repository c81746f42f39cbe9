import type { EvidenceReply } from '@recto/contract/prompt-studio/evidence'

const describeByMatch: Readonly<
  Record<EvidenceReply['match'], (quote: string, page: string) => string>
> = {
  exact: (quote, page) => `Found on ${page}: ${quote}`,
  normalised: (quote, page) => `Found in a different format on ${page}: ${quote}`,
  inferred: (quote, page) => `Inferred from ${page}: ${quote}`,
  derived: (quote, page) => `Derived from ${quote} on ${page}`,
}

/** Describes where a value was read, and how the quoted words relate to it. */
export function describeEvidence(evidence: Omit<EvidenceReply, 'boxes'>): string {
  const { match, quote, page, source, contradicts } = evidence
  if (contradicts) return describeContradiction(evidence, `Page ${page + 1}`)
  if (source) return `Found in ${source}: “${quote}”`
  return describeByMatch[match](`“${quote}”`, `page ${page + 1}`)
}

type Contradiction = Pick<EvidenceReply, 'source' | 'quote'>

/**
 * Describes a contradiction. A page, or a source that names a field (`factur-x: GrandTotalAmount`), is
 * quoted with its value. A source without a field is inconsistent in itself: its quote is a sentence.
 */
export function describeContradiction({ source, quote }: Contradiction, page: string): string {
  const hasValueQuote = source === undefined || source.includes(': ')
  return hasValueQuote ? `${source ?? page} says “${quote}”` : `${source}: ${quote}`
}

const MAX_QUOTE_LENGTH = 24

/**
 * Describes a piece of evidence in a few words, for a chip. A contradiction also states its quote,
 * as does a derived value, whose quote is not the value itself.
 */
export function abbreviateEvidence({
  match,
  quote,
  page,
  source,
  contradicts,
}: EvidenceReply): string {
  const shortQuote =
    quote.length > MAX_QUOTE_LENGTH ? `${quote.slice(0, MAX_QUOTE_LENGTH - 1)}…` : quote
  const location = source ?? `p.${page + 1}`
  if (contradicts) return describeContradiction({ source, quote: shortQuote }, location)
  if (source || match !== 'derived') return location
  return `derived from “${shortQuote}”, p.${page + 1}`
}
