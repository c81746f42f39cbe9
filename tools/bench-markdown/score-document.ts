import type { LayoutBlock } from '@recto/document-text/blocks/block'
import { markdownOf } from '@recto/document-text/blocks/markdown'
import type { KnownElement, KnownTable, StructuredDocument } from './known-document.ts'
import { type TreeTable, treeSimilarity } from './tree-similarity.ts'

export type DocumentScore = {
  /** The similarity of each table, expected or made up; 0 without a counterpart. */
  readonly tables: readonly number[]
  readonly headings: {
    readonly right: number
    readonly expected: number
    readonly actual: number
    /** The number of right headings whose level is right, too. */
    readonly rightLevel: number
  }
  readonly order: { readonly elements: number; readonly errors: number }
  /** Items of lists that are such, at their depth. */
  readonly items: { readonly right: number; readonly expected: number }
  /** The list of misses is for people. */
  readonly misses: readonly string[]
}

/** Only letters and digits count, so that marks, blanks and capitals do not. */
const lettersOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

export function scoreDocument(
  document: StructuredDocument,
  blocks: readonly LayoutBlock[],
): DocumentScore {
  const elements = document.sections.flatMap((section) => section.elements)
  const misses: string[] = []
  const tables = scoreTables(elements, blocks, misses)
  const headings = scoreHeadings(elements, blocks, misses)
  const order = scoreOrder(elements, markdownOf(blocks), misses)
  return { tables, headings, order, items: scoreItems(elements, blocks), misses }
}

function expectedTree({ rows }: KnownTable): TreeTable {
  return rows.map((row) => row.map((cell) => ({ ...cell, text: lettersOf(cell.text) })))
}

function actualTree({ cells = [], merged: mergedCells = [] }: LayoutBlock): TreeTable {
  const startsAt = (row: number, column: number) =>
    mergedCells.find((cell) => cell.row === row && cell.column === column)
  const isCovered = (row: number, column: number) =>
    mergedCells.some(
      (cell) =>
        !(cell.row === row && cell.column === column) &&
        row >= cell.row &&
        row < cell.row + cell.rows &&
        column >= cell.column &&
        column < cell.column + cell.columns,
    )
  return cells.map((row, i) =>
    row
      .map((text, j) => {
        const { rows = 1, columns = 1 } = startsAt(i, j) ?? {}
        return { text: lettersOf(text), rows, columns, isCovered: isCovered(i, j) }
      })
      .filter((cell) => !cell.isCovered),
  )
}

/** Each expected table is compared with the one of the remaining that is most like it. */
function scoreTables(
  elements: readonly KnownElement[],
  blocks: readonly LayoutBlock[],
  misses: string[],
): number[] {
  const expectedTables = elements.filter((element) => element.kind === 'table').map(expectedTree)
  const rest = blocks.filter(({ kind }) => kind === 'table').map(actualTree)
  const scores = expectedTables.map((table) => {
    const similarities = rest.map((one) => treeSimilarity(table, one))
    const best = Math.max(...similarities, 0)
    if (best > 0) rest.splice(similarities.indexOf(best), 1)
    if (best < 0.95) misses.push(`table ${best.toFixed(2)}: ${table[0]?.map(({ text }) => text)}`)
    return best
  })
  for (const table of rest) misses.push(`made-up table: ${table[0]?.map(({ text }) => text)}`)
  return [...scores, ...rest.map(() => 0)]
}

function scoreHeadings(
  elements: readonly KnownElement[],
  blocks: readonly LayoutBlock[],
  misses: string[],
): DocumentScore['headings'] {
  const expectedHeadings = elements.filter((element) => element.kind === 'heading')
  const titles = blocks.filter(({ kind }) => kind === 'title')
  const rest = [...titles]
  let right = 0
  let rightLevel = 0
  for (const { text, level } of expectedHeadings) {
    const index = rest.findIndex((title) => lettersOf(title.text) === lettersOf(text))
    if (index < 0) {
      misses.push(`heading ${level} missed: ${text}`)
      continue
    }
    right++
    if (rest[index]!.level === level) rightLevel++
    rest.splice(index, 1)
  }
  for (const { text } of rest) misses.push(`no heading: ${text.slice(0, 60)}`)
  return { right, rightLevel, expected: expectedHeadings.length, actual: titles.length }
}

/** What is read in one piece: a heading, a paragraph, an item, the longest cell of a table. */
function piecesOf(element: KnownElement): readonly string[] {
  switch (element.kind) {
    case 'heading':
    case 'paragraph':
      return [element.text]
    case 'figure':
      return [element.caption]
    case 'list':
      return element.items.map(({ text }) => text)
    case 'table': {
      const texts = element.rows.flat().map(({ text }) => text)
      return [texts.reduce((current, text) => (text.length > current.length ? text : current))]
    }
  }
}

/** A piece that is torn apart, or stands before the one that it should follow, is an error. */
function scoreOrder(
  elements: readonly KnownElement[],
  markdown: string,
  misses: string[],
): DocumentScore['order'] {
  const text = lettersOf(markdown)
  const pieces = elements.flatMap(piecesOf)
  let end = 0
  let errors = 0
  for (const piece of pieces) {
    const letters = lettersOf(piece)
    const position = text.indexOf(letters, end)
    if (position >= 0) end = position
    else {
      errors++
      misses.push(`${text.includes(letters) ? 'misplaced' : 'torn'}: ${piece.slice(0, 70)}`)
    }
  }
  return { elements: pieces.length, errors }
}

function scoreItems(
  elements: readonly KnownElement[],
  blocks: readonly LayoutBlock[],
): DocumentScore['items'] {
  const expectedItems = elements
    .filter((element) => element.kind === 'list')
    .flatMap(({ items }) => items)
  const items = blocks.filter(({ kind }) => kind === 'list-item')
  const isRight = ({ text, level }: { readonly text: string; readonly level: number }) =>
    items.some(
      (item) => (item.level ?? 0) === level && lettersOf(item.text).endsWith(lettersOf(text)),
    )
  return { right: expectedItems.filter(isRight).length, expected: expectedItems.length }
}
