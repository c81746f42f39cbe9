import type { DocumentText, Page, Word } from '@recto/document-text/model'
import type { Chance } from '../chance.ts'
import { type Misreading, readLine } from './misreading.ts'

const fields = ['company', 'address', 'date', 'total'] as const
type ReceiptField = (typeof fields)[number]

type Cell = { readonly text: string; readonly field?: ReceiptField }

export type PrintedLine = Cell & {
  /** In points; the usual one of the receipt if none is said. */
  readonly size?: number
  readonly align?: 'left' | 'centre'
  /** Text at the right edge. */
  readonly right?: Cell
}

/** What an engine reads on a photograph, with what is printed there and what was read of that, by field. */
export type Photographed = {
  readonly text: DocumentText
  readonly printed: Readonly<Record<ReceiptField, string>>
  readonly read: Readonly<Record<ReceiptField, string>>
}

/** Few letters wrong, as many as on a fair print, and many. */
const noises: readonly Misreading[] = [
  { letter: 0.004, cut: 0.004, comma: 0.02 },
  { letter: 0.012, cut: 0.012, comma: 0.08 },
  { letter: 0.03, cut: 0.02, comma: 0.15 },
]

const margin = 24
/** Average width of a letter including spaces, relative to its height. */
const letterWidth = 0.58

type Placed = {
  readonly cell: Cell
  readonly left: number
  readonly y: number
  readonly size: number
}

/** Lays the lines under each other on a strip, or now and then on a sheet, and reads them. */
export function photograph(lines: readonly PrintedLine[], chance: Chance): Photographed {
  const noise = chance.pick(noises)
  const size = chance.whole(10, 15)
  const width = chance.whole(26, 40) * size * 0.62 + 2 * margin
  const placed = cellsOf(lines, { size, width }, chance)
  const cells = placed.map(({ cell, ...at }) => ({
    cell,
    words: readLine({ text: cell.text, ...at }, chance, noise),
  }))
  const lowest = Math.max(...placed.map(({ y }) => y)) + 60
  const height = chance.happens(0.85) ? Math.max(lowest, 1.8 * width) : lowest
  const page = pageOf(
    cells.map(({ words }) => words),
    [width, height],
  )
  return {
    text: { formatVersion: 2, pages: [page] },
    printed: byField(cells, ({ cell }) => withoutNumber(cell.text)),
    read: byField(cells, ({ cell, words }) => {
      const isNumbered = withoutNumber(cell.text) !== cell.text
      return (isNumbered ? words.slice(0, -1) : words).map(({ text }) => text).join(' ')
    }),
  }
}

/** The number of a register behind a name is none of it. */
const withoutNumber = (text: string): string => text.replace(/ \(\d{6}-\p{Lu}\)$/u, '')

type Paper = { readonly size: number; readonly width: number }

function cellsOf(
  lines: readonly PrintedLine[],
  { size, width }: Paper,
  chance: Chance,
): readonly Placed[] {
  let y = chance.whole(10, 140)
  return lines.flatMap((line) => {
    const placement = { y, size: line.size ?? size }
    y += placement.size * (chance.whole(135, 165) / 100)
    const lengthOf = ({ text }: Cell) => letterWidth * placement.size * text.length
    const centred = Math.max(4, (width - lengthOf(line)) / 2)
    const first = { ...placement, cell: line, left: line.align === 'left' ? margin : centred }
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

type Read = { readonly cell: Cell; readonly words: readonly Word[] }

function byField(
  cells: readonly Read[],
  say: (cell: Read) => string,
): Record<ReceiptField, string> {
  const of = (field: ReceiptField) =>
    cells
      .filter(({ cell }) => cell.field === field)
      .map(say)
      .join(' ')
  return { company: of('company'), address: of('address'), date: of('date'), total: of('total') }
}
