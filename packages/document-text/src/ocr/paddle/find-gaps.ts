import type { InkProfile } from './ink-profile.ts'
import type { RecognisedLine } from './recognise-line.ts'

/** What lies between two neighbouring characters of a line, in columns of its picture. */
export type Gap = {
  /** The blank columns, from the first to behind the last. Where the letters touch both are the same. */
  readonly start: number
  readonly end: number
  /** From the middle of the one character to the middle of the other, as the network places them. */
  readonly distance: number
}

/** Dirt of one pixel does not close a gap. */
const mostInk = 1

/** The gaps of a line: one fewer than it has characters. */
export function findGaps({ characters, columnsPerStep }: RecognisedLine, ink: InkProfile): Gap[] {
  const middles = characters.map(
    ({ firstStep, lastStep }) => ((firstStep + lastStep + 1) / 2) * columnsPerStep,
  )
  return middles.slice(1).map((after, i) => {
    const before = middles[i]!
    const [start, end] = widestBlank(ink.columns, Math.round(before), Math.round(after))
    return { start, end, distance: after - before }
  })
}

/** The widest run of blank columns that begins or ends between two columns; their middle when there is none. */
function widestBlank(columns: Uint16Array, from: number, to: number): [start: number, end: number] {
  const middle = Math.round((from + to) / 2)
  let best: [number, number] = [middle, middle]
  for (let x = from; x <= to && x < columns.length; x++) {
    if (columns[x]! > mostInk) continue
    let start = x
    while (start > 0 && columns[start - 1]! <= mostInk) start--
    while (x < columns.length && columns[x]! <= mostInk) x++
    if (x - start > best[1] - best[0]) best = [start, x]
  }
  return best
}
