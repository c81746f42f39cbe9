import type { FramedWord } from './text-frame.ts'

/** A line of the page as it was read. */
type ReadLine = {
  readonly words: readonly FramedWord[]
  readonly base: number
  readonly height: number
}

/** In heights: a line that stands so much above the one that was read before it begins another column. */
const minRise = 1
/** Minimum number of lines of a column, so that its line spacing is known. */
const minLines = 3
/** From 0 to 1: how well the lines of two columns keep one distance from each other. */
const minAccord = 0.7
/** In heights: a shift below it is none. */
const minShift = 0.05

/**
 * Words of columns that were read one after the other, with the number of their column. Lines of neighbouring
 * columns seldom stand on one height: a column whose lines are as far apart as those beside it is moved by up to half
 * that distance, so that its rows fall into theirs, and none falls between.
 */
export function alignColumns(words: readonly FramedWord[]): readonly FramedWord[] {
  const columns = columnsOf(words)
  if (columns.length < 2) return words
  const bases: number[] = []
  return columns.flatMap((lines, column) => {
    const shift = column === 0 ? 0 : shiftOf(lines, bases)
    for (const { base } of lines) bases.push(base + shift)
    bases.sort((a, b) => a - b)
    return lines.flatMap((line) => line.words.map((word) => moved(word, { column, shift })))
  })
}

type Move = { readonly column: number; readonly shift: number }

function moved(word: FramedWord, { column, shift }: Move): FramedWord {
  return { ...word, column, base: word.base + shift, middle: word.middle + shift }
}

/** The lines in runs that go down the page. What stands over or under all columns belongs to one of them. */
function columnsOf(words: readonly FramedWord[]): readonly ReadLine[][] {
  const columns: ReadLine[][] = []
  let previous: ReadLine | undefined
  for (const line of linesOf(words)) {
    const rise = previous ? previous.base - line.base : Number.POSITIVE_INFINITY
    if (!previous || rise > minRise * Math.max(previous.height, line.height)) columns.push([])
    columns.at(-1)!.push(line)
    previous = line
  }
  return columns
}

function linesOf(words: readonly FramedWord[]): readonly ReadLine[] {
  const lines: ReadLine[] = []
  for (let from = 0; from < words.length; ) {
    let to = from
    let base = 0
    let height = 0
    while (to < words.length && words[to]!.line === words[from]!.line) {
      base += words[to]!.base
      height = Math.max(height, words[to]!.height)
      to++
    }
    lines.push({ words: words.slice(from, to), base: base / (to - from), height })
    from = to
  }
  return lines
}

/** How far the lines of a column are to be moved to stand on the given base lines; 0 when they keep no one distance. */
function shiftOf(lines: readonly ReadLine[], bases: readonly number[]): number {
  const step = stepOf(lines)
  if (step === undefined) return 0
  // Distances are angles here, because a line may be as near to the next base line as to the one before.
  let x = 0
  let y = 0
  let count = 0
  for (const { base } of lines) {
    const distance = findNearest(bases, base) - base
    if (Math.abs(distance) > step * 0.55) continue
    const angle = (distance / step) * 2 * Math.PI
    x += Math.cos(angle)
    y += Math.sin(angle)
    count++
  }
  if (count < minLines || Math.hypot(x, y) / count < minAccord) return 0
  const shift = (Math.atan2(y, x) / (2 * Math.PI)) * step
  return Math.abs(shift) < minShift * lines[0]!.height ? 0 : shift
}

/** Returns the median line spacing. */
function stepOf(lines: readonly ReadLine[]): number | undefined {
  if (lines.length < minLines) return undefined
  const steps = lines.slice(1).map(({ base }, i) => base - lines[i]!.base)
  const step = steps.sort((a, b) => a - b)[steps.length >> 1]!
  return step > 0 ? step : undefined
}

/** Finds the nearest of the sorted values, of which there is at least one. */
function findNearest(values: readonly number[], target: number): number {
  let low = 0
  let high = values.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (values[middle]! < target) low = middle + 1
    else high = middle
  }
  const lower = values[low - 1] ?? Number.NEGATIVE_INFINITY
  const upper = values[low]!
  return target - lower < Math.abs(upper - target) ? lower : upper
}
