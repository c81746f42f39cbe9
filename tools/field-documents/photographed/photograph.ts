import type { DocumentText, Page, Word } from '@recto/document-text/model'
import type { Chance } from '../chance.ts'
import { type MisreadingRates, readLine } from './misreading.ts'

const fields = ['company', 'address', 'date', 'total'] as const
type ReceiptField = (typeof fields)[number]

type Cell = { readonly text: string; readonly field?: ReceiptField }

export type PrintedLine = Cell & {
  /** Size in points; by default that of the receipt. */
  readonly size?: number
  readonly align?: 'left' | 'centre'
  /** Text at the right edge. */
  readonly right?: Cell
}

/** The text that an engine reads on a photograph, with the printed text and the read text of each field. */
export type PhotographReading = {
  readonly text: DocumentText
  readonly printedFields: Readonly<Record<ReceiptField, string>>
  readonly takeFields: Readonly<Record<ReceiptField, string>>
}

/** Error rates of a good, a fair and a poor print. */
const noises: readonly MisreadingRates[] = [
  { letter: 0.004, cut: 0.004, comma: 0.02 },
  { letter: 0.012, cut: 0.012, comma: 0.08 },
  { letter: 0.03, cut: 0.02, comma: 0.15 },
]

const margin = 24
/** Average width of a letter including spaces, relative to its height. */
const letterWidth = 0.58

type PlacedCell = {
  readonly cell: Cell
  readonly left: number
  readonly y: number
  readonly size: number
}

/** Arranges the lines on a strip, or sometimes on a sheet, and simulates their reading. */
export function photograph(lines: readonly PrintedLine[], chance: Chance): PhotographReading {
  const noise = chance.pick(noises)
  const size = chance.whole(10, 15)
  const width = chance.whole(26, 40) * size * 0.62 + 2 * margin
  const placedCells = cellsOf(lines, { size, width }, chance)
  const cells = placedCells.map(({ cell, ...position }) => ({
    cell,
    words: readLine({ text: cell.text, ...position }, chance, noise),
  }))
  const minHeight = Math.max(...placedCells.map(({ y }) => y)) + 60
  const height = chance.happens(0.85) ? Math.max(minHeight, 1.8 * width) : minHeight
  const page = pageOf(
    cells.map(({ words }) => words),
    [width, height],
  )
  return {
    text: { formatVersion: 2, pages: [page] },
    printedFields: byField(cells, ({ cell }) => withoutNumber(cell.text)),
    takeFields: byField(cells, ({ cell, words }) => {
      const isNumbered = withoutNumber(cell.text) !== cell.text
      return (isNumbered ? words.slice(0, -1) : words).map(({ text }) => text).join(' ')
    }),
  }
}

/** Removes a register number after a name, because it is not part of the name. */
const withoutNumber = (text: string): string => text.replace(/ \(\d{6}-\p{Lu}\)$/u, '')

type Paper = { readonly size: number; readonly width: number }

function cellsOf(
  lines: readonly PrintedLine[],
  { size, width }: Paper,
  chance: Chance,
): readonly PlacedCell[] {
  let y = chance.whole(10, 140)
  return lines.flatMap((line) => {
    const placement = { y, size: line.size ?? size }
    y += placement.size * (chance.whole(135, 165) / 100)
    const lengthOf = ({ text }: Cell) => letterWidth * placement.size * text.length
    const centredLeft = Math.max(4, (width - lengthOf(line)) / 2)
    const first = { ...placement, cell: line, left: line.align === 'left' ? margin : centredLeft }
    const { right } = line
    if (!right) return [first]
    return [first, { ...placement, cell: right, left: width - margin - lengthOf(right) }]
  })
}

function pageOf(
  lines: readonly (readonly Word[])[],
  [width, height]: readonly [number, number],
): Page {
  let start = 0
  return {
    number: 0,
    rotation: 0,
    width,
    height,
    words: lines.flat(),
    lines: lines
      .map((words) => {
        const first = words[0]?.box
        const last = words.at(-1)?.box
        if (!first || !last) return undefined
        const line = { start, end: start + words.length }
        start = line.end
        return { ...line, box: [first[0], first[1], last[2], last[3]] as const }
      })
      .filter((value) => value !== undefined),
  }
}

type ReadCell = { readonly cell: Cell; readonly words: readonly Word[] }

function byField(
  cells: readonly ReadCell[],
  say: (cell: ReadCell) => string,
): Record<ReceiptField, string> {
  const textOf = (field: ReceiptField) =>
    cells
      .filter(({ cell }) => cell.field === field)
      .map(say)
      .join(' ')
  return {
    company: textOf('company'),
    address: textOf('address'),
    date: textOf('date'),
    total: textOf('total'),
  }
}
