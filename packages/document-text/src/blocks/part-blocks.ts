import { omitUndefined } from '@recto/omit-undefined'
import type { Box, Line, Page, PagePart, Word } from '../model.ts'
import type { LayoutBlock } from './block.ts'
import { type ShapedCell, tableBlock } from './table-shape.ts'

type PlacedWord = { readonly word: Word; readonly place: number }

/** Blocks as the file itself states them. Words in none of its parts are text of their own. */
export function partBlocks(page: Page, parts: readonly PagePart[]): LayoutBlock[] {
  const words = page.words.map((word, place): PlacedWord => ({ word, place }))
  const byTop = words.toSorted((a, b) => a.word.box[1] - b.word.box[1])
  const takenPlaces = new Set<number>()
  const blocks = parts.map((part) => {
    const partWords = wordsIn(byTop, part.box)
    for (const { place } of partWords) takenPlaces.add(place)
    return blockOf(part, page.number, partWords)
  })
  const rest = page.lines.map((line) => restOf(page, line, takenPlaces))
  return [...blocks, ...rest]
    .filter((block) => block !== undefined)
    .filter((block) => block.text.trim() !== '')
    .sort((a, b) => a.box[1] - b.box[1])
}

function restOf(
  page: Page,
  { start, end, box }: Line,
  takenPlaces: ReadonlySet<number>,
): LayoutBlock | undefined {
  const words = page.words.slice(start, end).filter((_, i) => !takenPlaces.has(start + i))
  const text = words.map((word) => word.text).join(' ')
  return words.length === 0 ? undefined : { kind: 'text', page: page.number, box, text }
}

/** Words whose middle is within the box, as they are read. */
function wordsIn(byTop: readonly PlacedWord[], box: Box): readonly PlacedWord[] {
  let low = 0
  let high = byTop.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (byTop[middle]!.word.box[1] < box[1] - 1) low = middle + 1
    else high = middle
  }
  const wordsInside: PlacedWord[] = []
  for (let i = low; i < byTop.length && byTop[i]!.word.box[1] < box[3]; i++)
    if (isInside(byTop[i]!.word.box, box)) wordsInside.push(byTop[i]!)
  return wordsInside.sort((a, b) => a.place - b.place)
}

function isInside([x0, y0, x1, y1]: Box, [left, top, right, bottom]: Box): boolean {
  const x = (x0 + x1) / 2
  const y = (y0 + y1) / 2
  return x >= left && x <= right && y >= top && y <= bottom
}

const textOf = (words: readonly PlacedWord[]) => words.map(({ word }) => word.text).join(' ')

function blockOf(part: PagePart, page: number, words: readonly PlacedWord[]): LayoutBlock {
  const { kind, box, level } = part
  if (kind !== 'table') return { kind, page, box, text: textOf(words), ...omitUndefined({ level }) }
  const byTop = words.toSorted((a, b) => a.word.box[1] - b.word.box[1])
  const cells = (part.cells ?? []).map((cell): ShapedCell => {
    const { row, column, rows = 1, columns = 1 } = cell
    const text = textOf(wordsIn(byTop, cell.box))
    return {
      row,
      column,
      rows,
      columns,
      pieces: text === '' ? [] : [{ text, box: cell.box, words: [] }],
    }
  })
  if (cells.length === 0) return { kind: 'text', page, box, text: textOf(words) }
  return { ...tableBlock(cells, { page, box }), ...omitUndefined({ continues: part.continues }) }
}
