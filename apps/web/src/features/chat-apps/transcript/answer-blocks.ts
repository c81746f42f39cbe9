/** A part of a text that is made of quotes: a quote from a document, the name of one, or other text. */
export type Block = { readonly kind: 'quote' | 'heading' | 'text'; readonly text: string }

const QUOTE_PREFIX = '> '
const HEADING = /^\*\*(.+)\*\*$/

/** Splits a text of quotes into its blocks; consecutive lines of one kind are one block. */
export function blocksOf(text: string): readonly Block[] {
  const blocks: { kind: Block['kind']; lines: string[] }[] = []
  let isOpen = false
  for (const line of text.split('\n')) {
    const { kind, text: lineText } = readLine(line)
    const last = blocks.at(-1)
    if (line.trim() === '') isOpen = false
    else if (isOpen && last?.kind === kind) last.lines.push(lineText)
    else {
      blocks.push({ kind, lines: [lineText] })
      isOpen = true
    }
  }
  return blocks.map(({ kind, lines }) => ({ kind, text: lines.join('\n') }))
}

function readLine(line: string): Block {
  if (line.startsWith(QUOTE_PREFIX)) return { kind: 'quote', text: line.slice(QUOTE_PREFIX.length) }
  const heading = HEADING.exec(line)?.[1]
  return heading === undefined ? { kind: 'text', text: line } : { kind: 'heading', text: heading }
}

/** A text, or the number of a citation between texts. */
export type TextPiece = string | number

const citationMark = /\[(\d{1,3})\]/g

/**
 * Splits a block into texts and the numbers of existing citations, such as `[1]`; of any citations where those that exist
 * are not known yet.
 */
export function parsePieces(
  text: string,
  numbers: ReadonlySet<number> | undefined,
): readonly TextPiece[] {
  const pieces: TextPiece[] = []
  let end = 0
  for (const { 0: mark, 1: digits, index } of text.matchAll(citationMark)) {
    const number = Number(digits)
    if (numbers?.has(number) === false) continue
    pieces.push(text.slice(end, index), number)
    end = index + mark.length
  }
  return [...pieces, text.slice(end)].filter((piece) => piece !== '')
}

const CITATION_ADDRESS = '#citation-'

/** Code of a Markdown text, in which marks are no citations. */
const CODE = /(```[\s\S]*?(?:```|$)|`[^`\n]*`)/

/** Makes the marks of existing citations in a Markdown text links that `toCitationNumber` recognizes. */
export const linkCitations = (text: string, numbers: ReadonlySet<number> | undefined): string =>
  text
    .split(CODE)
    .map((part, index) => (index % 2 === 1 ? part : linkMarks(part, numbers)))
    .join('')

const linkMarks = (text: string, numbers: ReadonlySet<number> | undefined): string =>
  parsePieces(text, numbers)
    .map((piece) => (typeof piece === 'number' ? `[${piece}](${CITATION_ADDRESS}${piece})` : piece))
    .join('')

/** Links of an answer lead to citations and to web pages, and nowhere into the product or the reader's disk. */
export const toSafeAddress = (address: string): string | null =>
  /^(?:https?:|mailto:|#citation-\d)/i.test(address) ? address : null

/** The number of the citation that a link leads to. */
export const toCitationNumber = (href: string | undefined): number | undefined =>
  href?.startsWith(CITATION_ADDRESS) ? Number(href.slice(CITATION_ADDRESS.length)) : undefined

/** Splits a quote from the citation mark at its end; marks within it are printed in the document. */
export function splitMark(text: string, numbers: ReadonlySet<number>): readonly TextPiece[] {
  const match = /\s?\[(\d{1,3})\]$/.exec(text)
  const number = Number(match?.[1])
  return match && numbers.has(number) ? [`${text.slice(0, match.index)} `, number] : [text]
}

/** A citation of a document: the pages where it is, in the order of their numbers. */
export type CitedDocument<Citation> = {
  readonly fileName: string
  readonly documentId: string
  readonly places: readonly Citation[]
}

/** Groups citations by document, and leaves one of each number and page. */
export function groupCitations<
  Citation extends {
    readonly documentId: string
    readonly fileName: string
    readonly number: number
    readonly page: number
  },
>(citations: readonly Citation[]): readonly CitedDocument<Citation>[] {
  const byDocument = Map.groupBy(citations, ({ documentId }) => documentId)
  return [...byDocument].map(([documentId, places]) => ({
    documentId,
    fileName: places[0]?.fileName ?? '',
    places: [
      ...new Map(
        places.toReversed().map((place) => [`${place.number}/${place.page}`, place]),
      ).values(),
    ].toReversed(),
  }))
}
