import type { InkProfile } from './ink-profile.ts'
import type { RecognisedLine } from './recognise-line.ts'

/** The gap between two adjacent characters of a line, in columns of its picture. */
export type Gap = {
  /** The blank columns, from the first to behind the last. Where the letters touch both are the same. */
  readonly start: number
  readonly end: number
  /** From the middle of the one character to the middle of the other, as the network places them. */
  readonly distance: number
}

/** Dirt of one pixel does not close a gap. */
const maxBlankInk = 1

/** The gaps of a line: one fewer than it has characters. */
export function findGaps({ characters, columnsPerStep }: RecognisedLine, ink: InkProfile): Gap[] {
  const blanks = blankRuns(ink.columns)
  const middles = characters.map(
    ({ firstStep, lastStep }) => ((firstStep + lastStep + 1) / 2) * columnsPerStep,
  )
  return middles.slice(1).map((nextMiddle, i) => {
    const previousMiddle = middles[i]!
    const middle = Math.round((previousMiddle + nextMiddle) / 2)
    const widest = blanks
      .filter(({ start, end }) => isWithin((start + end) / 2, previousMiddle, nextMiddle))
      .reduce((best, run) => (run.end - run.start > best.end - best.start ? run : best), {
        start: middle,
        end: middle,
      })
    return { ...widest, distance: nextMiddle - previousMiddle }
  })
}

function isWithin(value: number, from: number, to: number): boolean {
  return value >= from && value < to
}

type Run = { readonly start: number; readonly end: number }

/** The margins on both sides are no gaps. */
function blankRuns(columns: Uint16Array): Run[] {
  const isInk = (ink: number) => ink > maxBlankInk
  const runs: Run[] = []
  let start = columns.findIndex(isInk) + 1
  for (let x = start; x <= columns.findLastIndex(isInk); x++) {
    if (columns[x]! <= maxBlankInk) continue
    if (x > start) runs.push({ start, end: x })
    start = x + 1
  }
  return runs
}
