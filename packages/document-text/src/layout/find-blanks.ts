import type { FramedWord } from './text-frame.ts'

/** The words of one line as it was read, from its start to its end. */
type ReadLine = {
  readonly words: readonly FramedWord[]
  readonly start: number
  readonly end: number
  readonly base: number
  readonly height: number
  readonly column: number
}

/** In cells: how far the ends of justified lines lie apart, and how far the first line may be indented. */
const flushWithin = 0.5
const maxIndent = 4
/** Other lines that begin and end where a justified one does, and in how many heights from it. */
const minCompanions = 2
const companionsWithin = 12
/** The gaps of a justified line are alike: its widest is at most so many times its narrowest, and this much, in cells. */
const maxSpread = 1.6
const spreadAllowance = 0.3
/**
 * Minimum number of words of a line of prose. A label and its value are two words; a narrow column
 * of running text has few words per line.
 */
const minWords = 3
const minWordsInColumns = 2
/** Share of the words of prose that are letters without a number, and not capitals alone. */
const minProse = 0.5
const twoLetters = /\p{L}{2}/u
const number = /\p{N}/u
const capitals = /^[\p{Lu}\P{L}]+$/u
/** In cells: in a line of few words a wider gap parts columns, but for running text in a narrow one. */
const maxGap = 4
const fewWords = 4
/** In cells: gaps are measured by the letters beside them, which may be as narrow. */
const narrowLetter = 0.6
/** Lines over and under a gap through which a column of blanks runs that parts the cells of a table. */
const corridorLines = 3
/** Share of a gap that words of another line may take when the gap goes on in it. */
const maxTaken = 0.3
/** Share of a line's gaps from which on they are such columns. */
const maxCorridors = 0.5

type FindBlanksOptions = {
  /** The width of a letter on the page. */
  readonly cell: number
  /** In cells: gaps up to it are blanks anyhow. */
  readonly widestBlank: number
}

/**
 * The words, by their index, before which a wide gap is nothing but a blank of justified text: the line begins and
 * ends where others do, all its gaps are alike, and they do not go on in the lines above and below as those of a
 * table would.
 */
export function findBlanks(
  words: readonly FramedWord[],
  options: FindBlanksOptions,
): ReadonlySet<number> {
  const blanks = new Set<number>()
  const widest = options.widestBlank * narrowLetter * options.cell
  const hasColumns = words.some(({ column }) => column > 0)
  let lines: readonly ReadLine[] | undefined
  for (const candidate of candidatesIn(words, widest)) {
    if (!isEven(candidate, { ...options, hasColumns }) || !isProse(candidate, hasColumns)) continue
    lines ??= linesOf(words)
    for (const index of blanksIn(candidate, nearTo(candidate, lines), options)) blanks.add(index)
  }
  return blanks
}

function blanksIn(
  line: ReadLine,
  nearLines: readonly ReadLine[],
  { cell }: Pick<FindBlanksOptions, 'cell'>,
): readonly number[] {
  if (!isFlush(line, nearLines, cell)) return []
  const laterWords = line.words.slice(1)
  const blank = laterWords.filter(
    (word, i) => !isCorridor([line.words[i]!.end, word.start], line, nearLines),
  )
  const corridors = laterWords.length - blank.length
  return corridors > maxCorridors * laterWords.length ? [] : blank.map(({ index }) => index)
}

/** Most pages have no line with a wide gap, or few. */
function* candidatesIn(words: readonly FramedWord[], widest: number): Generator<ReadLine> {
  for (let from = 0; from < words.length; ) {
    let to = from + 1
    let isWide = false
    while (to < words.length && words[to]!.line === words[from]!.line) {
      if (words[to]!.start - words[to - 1]!.end > widest) isWide = true
      to++
    }
    if (isWide) yield toReadLine(words.slice(from, to))
    from = to
  }
}

function linesOf(words: readonly FramedWord[]): readonly ReadLine[] {
  return [...Map.groupBy(words, ({ line }) => line).values()].map(toReadLine)
}

function toReadLine(framedWords: readonly FramedWord[]): ReadLine {
  const words = framedWords.toSorted((a, b) => a.start - b.start)
  const { start, base, height, column } = words[0]!
  const end = words.reduce((end, word) => Math.max(end, word.end), Number.NEGATIVE_INFINITY)
  return { words, start, end, base, height, column }
}

type PageFacts = Pick<FindBlanksOptions, 'cell'> & { readonly hasColumns: boolean }

function isEven({ words }: ReadLine, { cell, hasColumns }: PageFacts): boolean {
  let narrowest = Number.POSITIVE_INFINITY
  let widest = Number.NEGATIVE_INFINITY
  for (let i = 1; i < words.length; i++) {
    const gap = words[i]!.start - words[i - 1]!.end
    narrowest = Math.min(narrowest, gap)
    widest = Math.max(widest, gap)
  }
  if (!hasColumns && words.length <= fewWords && widest > maxGap * cell) return false
  return narrowest > 0 && widest <= maxSpread * narrowest + spreadAllowance * cell
}

function isProse({ words }: ReadLine, hasColumns: boolean): boolean {
  if (words.length < (hasColumns ? minWordsInColumns : minWords)) return false
  return words.filter(isProseWord).length >= minProse * words.length
}

function isProseWord({ text }: FramedWord): boolean {
  return twoLetters.test(text) && !number.test(text) && !capitals.test(text)
}

/** Sorts from top to bottom, within the line's column. */
function nearTo(line: ReadLine, lines: readonly ReadLine[]): readonly ReadLine[] {
  const reach = companionsWithin * line.height
  return lines
    .filter(({ column, base }) => column === line.column && Math.abs(base - line.base) <= reach)
    .sort((a, b) => a.base - b.base)
}

function isFlush(line: ReadLine, nearLines: readonly ReadLine[], cell: number): boolean {
  let starts = 0
  let ends = 0
  for (const one of nearLines) {
    if (one.words[0] === line.words[0]) continue
    const indent = line.start - one.start
    if (indent >= -flushWithin * cell && indent <= maxIndent * cell) starts++
    if (Math.abs(one.end - line.end) <= flushWithin * cell) ends++
  }
  return starts >= minCompanions && ends >= minCompanions
}

type Gap = readonly [start: number, end: number]

function isCorridor(gap: Gap, line: ReadLine, nearLines: readonly ReadLine[]): boolean {
  const index = nearLines.findIndex(({ words }) => words[0] === line.words[0])
  const linesAbove = nearLines.slice(Math.max(index - corridorLines, 0), index)
  const linesBelow = nearLines.slice(index + 1, index + 1 + corridorLines)
  return [...linesAbove, ...linesBelow].every((one) => goesOn(gap, one))
}

/** Whether a line leaves most of a gap free, or does not reach it. */
function goesOn([start, end]: Gap, { words }: ReadLine): boolean {
  let usedCount = 0
  for (const word of words)
    usedCount += Math.max(Math.min(word.end, end) - Math.max(word.start, start), 0)
  return usedCount <= maxTaken * (end - start)
}
