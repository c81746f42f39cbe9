import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { matchesText, normalizeText } from './match-text.ts'

/** A row of the specification. */
export type LedgerRow = {
  readonly id: string
  /** The kind of requirement, such as `message`. */
  readonly kind: string
  readonly requirement: string
  /** The way of verifying it: `api`, `browser`, `unit` or `load`. */
  readonly verify: string
  /** The sections that ask for it, such as `1§2.2,2§7.1`. */
  readonly source: string
}

/** The texts that each row of the specification quotes and that the product must show. */
export type LedgerTexts = Readonly<Record<string, readonly string[]>>

/** Reads every row of a ledger: a directory of tab-separated files without quoting. */
export function readLedger(directory: string): readonly LedgerRow[] {
  const files = globSync(`${directory}/*.tsv`).toSorted((a, b) =>
    basename(a).localeCompare(basename(b), 'en'),
  )
  return files.flatMap((file) => parseLedger(readFileSync(file, 'utf8')))
}

export function parseLedger(content: string): readonly LedgerRow[] {
  const [, ...lines] = content.trimEnd().split('\n')
  return lines.map((line) => {
    const [id = '', kind = '', requirement = '', verify = '', source = ''] = line.split('\t')
    return { id, kind, requirement, verify, source }
  })
}

/** Rows of these kinds quote names of the wire, or discuss texts that other rows fix. */
const otherKinds = new Set(['call', 'entity', 'open', 'load'])

/**
 * Returns the texts that rows quote for the product to show. A quote is no such text if it has no letter outside
 * of placeholders, if it is a name of the wire (lower case with signs such as `_`, `/`, `|`), or a beginning of
 * a value ("Re-").
 */
export function quoteTexts(rows: readonly LedgerRow[]): LedgerTexts {
  const entries = rows
    .filter(({ kind }) => !otherKinds.has(kind))
    .map(({ id, requirement }) => [id, quotesIn(requirement)] as const)
  return Object.fromEntries(entries.filter(([, quotes]) => quotes.length > 0))
}

function quotesIn(requirement: string): readonly string[] {
  const quotes = [...requirement.matchAll(/"([^"]+)"/g)].map(([, quote = '']) => quote.trim())
  return [...new Set(quotes)].filter(isShown)
}

const isShown = (quote: string) =>
  /\p{L}/u.test(quote.replace(/\{[^{}]*\}/g, '')) &&
  !/^[^\s\p{Lu}]*[_/|:][^\s\p{Lu}]*$/u.test(quote) &&
  !/\w-$/.test(quote)

/** Returns whether the specification fixes this text word for word. */
export function createFixedTest(ledgerTexts: LedgerTexts): (text: string) => boolean {
  const quotes = Object.values(ledgerTexts).flat().flatMap(alternativesOf)
  const plainQuotes = new Set(quotes.map(normalizeText))
  const openQuotes = quotes.filter((quote) => normalizeText(quote).includes('…'))
  return (text) =>
    plainQuotes.has(normalizeText(text)) ||
    openQuotes.some((quote) => matchesText(quote, text)) ||
    (text.includes('…') && quotes.some((quote) => matchesText(quote, text)))
}

/** A quote such as `Successfully added/updated connector` stands for one text for each word. */
export function alternativesOf(quote: string): readonly string[] {
  const [whole, first, second] = /(\p{Ll}{4,})\/(\p{Ll}{4,})/u.exec(quote) ?? []
  if (!whole || !first || !second) return [quote]
  return [quote, quote.replace(whole, first), quote.replace(whole, second)]
}
