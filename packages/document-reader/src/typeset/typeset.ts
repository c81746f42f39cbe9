import type { Box, HiddenReason, Line, Page, PagePart, Word } from '@recto/document-text/model'
import { ReadError } from '@recto/document-text/read-error'
import { hasRightToLeft, runsMostlyLeft } from '@recto/document-text/text-direction'
import { uniteBoxes } from '@recto/document-text/unite-boxes'
import { omitUndefined } from '@recto/omit-undefined'
import type { Flow, PageBlock, TableBlock, TextBlock } from './flow.ts'
import { openParts, type SheetPart } from './page-parts.ts'
import { placeOnGrid } from './place-on-grid.ts'
import { type SetRow, setTable } from './set-table.ts'
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
  readonly parts: SheetPart[]
  rows: number
}

export type TypesetOptions = {
  readonly onWarning?: (text: string) => void
  /** Keeps what the blocks say of the structure with the pages. */
  readonly withStructure?: boolean
}

/**
 * Sets a document on pages like those of a typewriter. Hands over one page at a time and goes on when that was
 * taken. A document without any text is one empty page. Throws `ReadError`.
 */
export async function typeset(
  flow: Flow,
  onPage: (page: Page) => Promise<void>,
  { onWarning = () => {}, withStructure = false }: TypesetOptions = {},
): Promise<void> {
  const stack = stackSheets(onPage, withStructure)
  for await (const block of flow) {
    if (block.kind === 'warning') onWarning(block.text)
    else if (block.kind === 'page') await stack.begin(block)
    else await stack.set(block)
  }
  await stack.end()
}

function stackSheets(onPage: (page: Page) => Promise<void>, withStructure: boolean) {
  let number = 0
  let sheet = newSheet({})

  async function finish(next: Sheet): Promise<void> {
    if (number >= maxPages)
      throw new ReadError('too-many-pages', `The document has more than ${maxPages} pages.`)
    await onPage(toPage(sheet, number++))
    sheet = next
  }
  /** Begins the next sheet if this one is full. */
  async function makeRoom(): Promise<void> {
    const { rows, isUnbroken, title } = sheet
    if (rows >= (isUnbroken ? maxUnbrokenRows : linesOnPage))
      await finish(newSheet({ title, isUnbroken }))
  }
  function addLine(words: GridLine): void {
    if (words.length > 0) sheet.lines.push({ words, row: sheet.rows })
    if (words.length > 0 || sheet.rows > 0) sheet.rows += 1
  }
  async function setLine(words: GridLine): Promise<void> {
    await makeRoom()
    addLine(words)
  }
  async function setBlock(block: TextBlock | TableBlock): Promise<void> {
    const parts = withStructure ? openParts(block) : undefined
    for (const { lines, cells, beginsBand } of rowsOf(block)) {
      parts?.beginRow(cells, beginsBand)
      for (const line of lines) {
        await makeRoom()
        const from = sheet.rows
        addLine(line)
        parts?.addLine(sheet.parts, from, sheet.rows)
      }
    }
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
      await setBlock(block)
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
  return { title, isUnbroken, isWanted, lines: [], parts: [], rows: 0 }
}

function* rowsOf(block: TextBlock | TableBlock): Generator<SetRow> {
  if (block.kind === 'table') yield* setTable(block, { width: columns, maxWidth: maxTableWidth })
  else yield { lines: [...textLines(block)], cells: [] }
}

function* textLines({ text, indent = 0, hangingIndent = 0, isPreformatted }: TextBlock) {
  const lines = isPreformatted
    ? placeText(text, maxTextWidth - indent)
    : wrapText(text, columns - indent, hangingIndent)
  for (const line of lines) yield line.map((word) => ({ ...word, column: word.column + indent }))
}

function toPage({ lines, rows, title, parts }: Sheet, number: number): Page {
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
  const width = usedColumns * cellWidth + 2 * margin
  return {
    number,
    width,
    height: Math.max(letter.height, rows * lineHeight + 2 * margin),
    rotation: 0,
    words,
    lines: placedLines,
    ...omitUndefined({ title: title || undefined, parts: placeParts(parts, words, width) }),
    ...hiddenOf(lines, placedLines, words),
  }
}

/**
 * Nothing where the blocks say nothing of the structure, or where columns begin on the right: there they stand elsewhere than they
 * were set.
 */
function placeParts(
  parts: readonly SheetPart[],
  words: readonly Word[],
  width: number,
): readonly PagePart[] | undefined {
  if (!parts.some(({ kind }) => kind !== 'text')) return undefined
  if (words.some(({ text }) => hasRightToLeft(text))) return undefined
  const y = (row: number) => margin + row * lineHeight
  const x = (column: number) => margin + column * cellWidth
  return parts.map(({ kind, from, to, level, rows, continues }): PagePart => {
    const cells = rows?.flatMap(({ cells: rowCells, from: top, to: bottom }, row) =>
      rowCells.map(({ column, columns: span, rows: height, start, end }) => ({
        row,
        column,
        columns: span,
        rows: Math.min(height, rows.length - row),
        box: [x(start) - 1, y(top), x(end) + 1, y(bottom)] as const,
      })),
    )
    return { kind, box: [0, y(from), width, y(to)], ...omitUndefined({ level, cells, continues }) }
  })
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
