import type { Box, HiddenReason, Line, Page, Word } from '@recto/document-text/model'
import { ReadError } from '@recto/document-text/read-error'
import { hasRightToLeft, runsMostlyLeft } from '@recto/document-text/text-direction'
import { uniteBoxes } from '@recto/document-text/unite-boxes'
import { omitUndefined } from '@recto/omit-undefined'
import type { Flow, PageBlock, TableBlock, TextBlock } from './flow.ts'
import { placeOnGrid } from './place-on-grid.ts'
import { setTable } from './set-table.ts'
import { type GridLine, type GridWord, placeText, wrapText } from './wrap-text.ts'

/** Points. Every word stands on a grid of such cells, so that columns stay columns in any text made of it. */
const cellWidth = 6
const lineHeight = 12
const letterHeight = 10
const margin = 36
/** US letter; a page grows wider for a table, and longer where it must stay one. */
const letter = { width: 612, height: 792 }
const columns = (letter.width - 2 * margin) / cellWidth
const linesOnPage = (letter.height - 2 * margin) / lineHeight
/** Cells: 14,400 points, the longest side that a PDF may have. */
const maxTableWidth = 2388
const maxTextWidth = 240
const maxUnbrokenRows = 20_000
const maxPages = 100_000

type Sheet = {
  readonly title?: string | undefined
  readonly isUnbroken: boolean
  /** The page was asked for, so it is there even when it is empty. */
  readonly isWanted: boolean
  readonly lines: { readonly words: GridLine; readonly row: number }[]
  rows: number
}

/**
 * Sets a document on pages like those of a typewriter. Hands over one page at a time and goes on when that was
 * taken. A document without any text is one empty page. Throws `ReadError`.
 */
export async function typeset(
  flow: Flow,
  onPage: (page: Page) => Promise<void>,
  onWarning: (text: string) => void = () => {},
): Promise<void> {
  const stack = stackSheets(onPage)
  for await (const block of flow) {
    if (block.kind === 'warning') onWarning(block.text)
    else if (block.kind === 'page') await stack.begin(block)
    else await stack.set(block)
  }
  await stack.end()
}

function stackSheets(onPage: (page: Page) => Promise<void>) {
  let number = 0
  let sheet = newSheet({})

  async function finish(next: Sheet): Promise<void> {
    if (number >= maxPages)
      throw new ReadError('too-many-pages', `The document has more than ${maxPages} pages.`)
    await onPage(toPage(sheet, number++))
    sheet = next
  }
  async function setLine(words: GridLine): Promise<void> {
    const { rows, isUnbroken, title } = sheet
    if (rows >= (isUnbroken ? maxUnbrokenRows : linesOnPage))
      await finish(newSheet({ title, isUnbroken }))
    if (words.length > 0) sheet.lines.push({ words, row: sheet.rows })
    if (words.length > 0 || sheet.rows > 0) sheet.rows += 1
  }

  return {
    async begin(block: PageBlock): Promise<void> {
      const next = newSheet({ ...block, isWanted: block.title !== undefined || block.isUnbroken })
      if (sheet.lines.length > 0 || sheet.isWanted) await finish(next)
      else sheet = next
      for (const line of wrapText(block.title ?? '', columns)) await setLine(line)
    },
    async set(block: TextBlock | TableBlock): Promise<void> {
      if (sheet.rows > 0 && !block.isTight) await setLine([])
      for (const line of linesOf(block)) await setLine(line)
    },
    async end(): Promise<void> {
      if (sheet.lines.length > 0 || sheet.isWanted || number === 0) await finish(newSheet({}))
    },
  }
}

function newSheet(options: {
  readonly title?: string | undefined
  readonly isUnbroken?: boolean | undefined
  readonly isWanted?: boolean | undefined
}): Sheet {
  const { title, isUnbroken = false, isWanted = false } = options
  return { title, isUnbroken, isWanted, lines: [], rows: 0 }
}

function* linesOf(block: TextBlock | TableBlock): Generator<GridLine> {
  if (block.kind === 'text') yield* textLines(block)
  else for (const row of setTable(block, { width: columns, maxWidth: maxTableWidth })) yield* row
}

function* textLines({ text, indent = 0, hangingIndent = 0, isPreformatted }: TextBlock) {
  const lines = isPreformatted
    ? placeText(text, maxTextWidth - indent)
    : wrapText(text, columns - indent, hangingIndent)
  for (const line of lines) yield line.map((word) => ({ ...word, column: word.column + indent }))
}

function toPage({ lines, rows, title }: Sheet, number: number): Page {
  const words: Word[] = []
  const usedColumns = lines.reduce((widest, { words }) => Math.max(widest, endOf(words)), columns)
  const placeLine = columnsOnPage(lines, usedColumns)
  const placedLines = lines.map(({ words: line, row }): Line => {
    const start = words.length
    const places = placeLine(line)
    for (const [i, word] of line.entries()) words.push(toWord(word, places[i]!, row))
    return {
      box: uniteBoxes(words.slice(start).map(({ box }) => box)),
      start,
      end: words.length,
    }
  })
  return {
    number,
    width: usedColumns * cellWidth + 2 * margin,
    height: Math.max(letter.height, rows * lineHeight + 2 * margin),
    rotation: 0,
    words,
    lines: placedLines,
    ...omitUndefined({ title: title || undefined }),
    ...hiddenOf(lines, placedLines, words),
  }
}

const maxCharacters = 300

type Hidden = { text: string; box: Box; readonly reason: HiddenReason }

/** Words that nobody sees, with their places; those of a line that follow each other at once. */
function hiddenOf(
  set: Sheet['lines'],
  placedLines: readonly Line[],
  words: readonly Word[],
): Pick<Page, 'hidden'> {
  const hidden = set.flatMap(({ words: line }, i) =>
    line.some((word) => word.hidden) ? hiddenIn(line, words.slice(placedLines[i]!.start)) : [],
  )
  return hidden.length > 0 ? { hidden } : {}
}

function hiddenIn(line: GridLine, words: readonly Word[]): readonly Hidden[] {
  const hiddenTexts: Hidden[] = []
  let open: Hidden | undefined
  for (const [index, { text, hidden }] of line.entries()) {
    const { box } = words[index]!
    if (hidden && hidden === open?.reason) {
      open.text = `${open.text} ${text}`.slice(0, maxCharacters)
      open.box = uniteBoxes([open.box, box])
      continue
    }
    open = hidden && { text, box, reason: hidden }
    if (open) hiddenTexts.push(open)
  }
  return hiddenTexts
}

function endOf(line: GridLine): number {
  return line.reduce((end, { text, column }) => Math.max(end, column + text.length), 0)
}

function toWord({ text, isStruck }: GridWord, column: number, row: number): Word {
  const x = margin + column * cellWidth
  const y = margin + row * lineHeight + (lineHeight - letterHeight) / 2
  const box: Box = [x, y, x + text.length * cellWidth, y + letterHeight]
  const isCheckbox = text === '[ ]' || text === '[X]'
  return {
    text,
    box,
    confidence: 1,
    origin: 'markup',
    ...omitUndefined({ isCheckbox: isCheckbox || undefined, isStruck }),
  }
}

/** Columns of the words of a line, as they are seen. Most pages have no text that runs from the right. */
function columnsOnPage(
  lines: Sheet['lines'],
  pageColumns: number,
): (line: GridLine) => readonly number[] {
  const texts = lines.flatMap(({ words }) => words.map(({ text }) => text))
  if (!texts.some(hasRightToLeft)) return (line) => line.map(({ column }) => column)
  const options = { isMirrored: runsMostlyLeft(texts), pageColumns }
  return (line) => placeOnGrid(line, options)
}
