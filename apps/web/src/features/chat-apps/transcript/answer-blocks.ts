/** A part of an answer's text, and whether it is quoted from a document. */
export type Block = { readonly isQuote: boolean; readonly text: string }

const QUOTE_PREFIX = '> '

/** Splits an answer into paragraphs and, if it is built from quotes, into separate quote blocks. */
export function blocksOf(text: string, hasQuotes: boolean): readonly Block[] {
  const blocks: { isQuote: boolean; lines: string[] }[] = []
  let isOpen = false
  for (const line of text.split('\n')) {
    const isQuote = hasQuotes && line.startsWith(QUOTE_PREFIX)
    const last = blocks.at(-1)
    if (line.trim() === '') isOpen = false
    else if (isOpen && last?.isQuote === isQuote) last.lines.push(stripQuote(line, isQuote))
    else {
      blocks.push({ isQuote, lines: [stripQuote(line, isQuote)] })
      isOpen = true
    }
  }
  return blocks.map(({ isQuote, lines }) => ({ isQuote, text: lines.join('\n') }))
}

const stripQuote = (line: string, isQuote: boolean) =>
  isQuote ? line.slice(QUOTE_PREFIX.length) : line

/** A text, or the number of a citation between texts. */
export type TextPiece = string | number

/** Splits a block into texts and the numbers of existing citations, such as `[1]`. */
export function parsePieces(text: string, numbers: ReadonlySet<number>): readonly TextPiece[] {
  const pieces: TextPiece[] = []
  let end = 0
  for (const { 0: mark, 1: digits, index } of text.matchAll(/\[(\d{1,3})\]/g)) {
    const number = Number(digits)
    if (!numbers.has(number)) continue
    pieces.push(text.slice(end, index), number)
    end = index + mark.length
  }
  return [...pieces, text.slice(end)].filter((piece) => piece !== '')
}
