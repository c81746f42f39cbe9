import { wordsOf } from '../values/fold.ts'
import type { Source, SourceLine } from './source-lines.ts'

/** Lines that are not rows: those that repeat another page's line, and those that state a sum. */
export type LineKinds = {
  /** Whether the same words are at the same position on many pages. */
  readonly isRepeated: readonly boolean[]
  /**
   * Whether the line is repeated except for its numbers, such as a header or footer with a page
   * number.
   */
  readonly isFurniture: readonly boolean[]
  readonly sums: ReadonlyMap<number, 'total' | 'carried'>
}

const kindsCache = new WeakMap<Source, LineKinds>()

export function getLineKinds(source: Source): LineKinds {
  const kinds = kindsCache.get(source) ?? findKinds(source)
  kindsCache.set(source, kinds)
  return kinds
}

function findKinds(source: Source): LineKinds {
  const { lines, document } = source
  const pages = document.pages.length
  const isRepeated = findRepetitions(lines, pages, ({ text }) => text.trim())
  const isFurniture = findRepetitions(lines, pages, ({ text }) =>
    text.replace(/\d+/g, '#').replace(/\s+/g, ' ').trim(),
  )
  const sums = new Map<number, 'total' | 'carried'>()
  for (const [i, line] of lines.entries()) {
    const kind = classifySum(line)
    if (kind) sums.set(i, kind)
  }
  return { isRepeated, isFurniture, sums }
}

/** Maximum vertical deviation, in points. */
const heightTolerance = 6

function findRepetitions(
  lines: readonly SourceLine[],
  pages: number,
  nameOf: (line: SourceLine) => string,
): readonly boolean[] {
  const names = lines.map((line) => `${Math.round(line.box[1] / heightTolerance)} ${nameOf(line)}`)
  const pagesByName = new Map<string, Set<number>>()
  for (const [i, name] of names.entries()) {
    const pagesOfName = pagesByName.get(name) ?? new Set()
    pagesByName.set(name, pagesOfName.add(lines[i]?.page ?? 0))
  }
  const minPages = Math.max(3, pages / 2)
  return names.map((name) => (pagesByName.get(name)?.size ?? 0) >= minPages)
}

const carriedWords = new Set(
  'carried brought forward carryover carry ubertrag vortrag saldovortrag reporter anterior riporto transporte arrastre'.split(
    ' ',
  ),
)
const totalWords = new Set(
  'total totals subtotal sum summe zwischensumme gesamt gesamtsumme gesamtbetrag somme totaal subtotaal totale suma'.split(
    ' ',
  ),
)
/** Other words that such a line may contain. */
const fillerWords = new Set(
  'sub grand net gross amount balance page of the and to from over on due all invoice vat tax a de la le du der die das an saldo report eur usd gbp chf inr jpy cny in out paid debit debits credit credits nett netto brutto order closing opening next previous'.split(
    ' ',
  ),
)

/**
 * Returns the kind of sum when the line contains nothing else; the line of a product whose name
 * contains such a word has more words.
 */
export function classifySum({ text }: Pick<SourceLine, 'text'>): 'total' | 'carried' | undefined {
  let kind: 'total' | 'carried' | undefined
  for (const word of wordsOf(text)) {
    if (carriedWords.has(word)) kind = 'carried'
    else if (totalWords.has(word)) kind ??= 'total'
    else if (!fillerWords.has(word) && !/^\d+$/.test(word)) return undefined
  }
  return kind
}
