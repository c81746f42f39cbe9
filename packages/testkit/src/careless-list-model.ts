import { type ListSample, randomNumbers, type SampleRow } from './list-samples.ts'

/** Rates of mistakes, as fractions of the rows or of the replies. */
export type Carelessness = {
  readonly seed: number
  /** Rows that are left out, one by one. */
  readonly drops?: number
  /** Replies in which a run of rows is left out. */
  readonly gaps?: number
  /** Rows that are given twice. */
  readonly doubles?: number
  /** Replies that begin again with rows that were given before. */
  readonly restarts?: number
  /** Letters after which a reply is cut. */
  readonly maxLetters?: number
  /** Whether the rows of each reply are numbered from 1. */
  readonly renumbers?: boolean
  /** Replies that also have headers and carried sums as rows. */
  readonly extras?: number
  /** Replies in a sentence instead of JSON. */
  readonly prose?: number
  /** Rows that it never gives, by their place. */
  readonly blindTo?: readonly number[]
}

export type CarelessReply = { readonly text: string; readonly stoppedBy: 'end' | 'length' }

type Row = Record<string, string | number | null>

/**
 * Reads the rows of a sample from the lines that a prompt shows, with the mistakes of real models. It
 * knows nothing but the prompt: a row of which only the first line is shown has the first line's text.
 */
export function carelessListModel(
  sample: ListSample,
  care: Carelessness,
): (prompt: string) => CarelessReply {
  const random = randomNumbers(care.seed)
  const isOften = (share: number | undefined) => random() < (share ?? 0)
  const byLine = placesOf(sample)
  return (prompt) => {
    if (isOften(care.prose))
      return { text: 'Of course. The list is long, see above.', stoppedBy: 'end' }
    const shownRows = rowsShown(sample, byLine, documentIn(prompt))
    const start = isOften(care.restarts) ? 0 : behindLast(prompt, shownRows, sample.numbered)
    const seenRows = shownRows
      .slice(start)
      .filter(({ at: index }) => !care.blindTo?.includes(index))
    const rows = carelessly(
      seenRows.map(({ row }) => row),
      { sample, care, random, isOften },
    )
    const text = JSON.stringify({ rows })
    const maxLetters = care.maxLetters ?? Number.POSITIVE_INFINITY
    return text.length > maxLetters
      ? { text: text.slice(0, maxLetters), stoppedBy: 'length' }
      : { text, stoppedBy: 'end' }
  }
}

function placesOf({ rows }: ListSample): ReadonlyMap<string, readonly number[]> {
  const byLine = new Map<string, number[]>()
  for (const [index, { lines }] of rows.entries()) {
    const name = plain(lines[0] ?? '')
    byLine.set(name, [...(byLine.get(name) ?? []), index])
  }
  return byLine
}

type Mood = {
  readonly sample: ListSample
  readonly care: Carelessness
  readonly random: () => number
  readonly isOften: (share: number | undefined) => boolean
}

function carelessly(all: readonly Row[], { sample, care, random, isOften }: Mood): readonly Row[] {
  const { numbered: numberColumn, columns } = sample
  const withGap = [...all]
  if (isOften(care.gaps) && all.length > 6)
    withGap.splice(Math.floor(random() * (all.length - 4)), 4)
  const savedRows = withGap.filter(() => !isOften(care.drops))
  const doubledRows = savedRows.flatMap((row) =>
    isOften(care.doubles) ? [row, { ...row }] : [row],
  )
  const countedRows =
    care.renumbers && numberColumn
      ? doubledRows.map((row, i) => ({ ...row, [numberColumn]: i + 1 }))
      : doubledRows
  if (!isOften(care.extras)) return countedRows
  const header = Object.fromEntries(columns.map((name) => [name, name]))
  const carriedRow = { [columns[1] ?? '']: 'Carried forward', [columns.at(-1) ?? '']: 1234.5 }
  return [header, carriedRow, ...countedRows]
}

const plain = (line: string) => line.replace(/\s+/g, ' ').trim()

const fence = '\n-----\n'

function documentIn(prompt: string): readonly string[] {
  const from = prompt.indexOf(fence)
  return prompt.slice(from + fence.length, prompt.indexOf(fence, from + 1)).split('\n')
}

type ShownRow = { readonly at: number; readonly row: Row }

function rowsShown(
  { rows }: ListSample,
  byLine: ReadonlyMap<string, readonly number[]>,
  lines: readonly string[],
): readonly ShownRow[] {
  const useCounts = new Map<string, number>()
  const all = new Set(lines.map(plain))
  return lines
    .map((line) => {
      const name = plain(line)
      const places = byLine.get(name) ?? []
      if (places.length === 0) return undefined
      const time = useCounts.get(name) ?? 0
      useCounts.set(name, time + 1)
      const index = places[Math.min(time, places.length - 1)] ?? 0
      const sample = rows[index]
      return sample ? { at: index, row: seen(sample, all) } : undefined
    })
    .filter((value) => value !== undefined)
}

/** A text whose further lines are not shown ends with the first. */
function seen({ lines, values }: SampleRow, shownLines: ReadonlySet<string>): Row {
  const hidden = lines.slice(1).filter((line) => !shownLines.has(plain(line)))
  if (hidden.length === 0) return { ...values }
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      hidden.reduce<string | number | null>(
        (text, line) => (typeof text === 'string' ? text.replace(plain(line), '').trim() : text),
        value,
      ),
    ]),
  )
}

const lastRow = 'The last of them that was whole:\n'

function behindLast(prompt: string, shownRows: readonly ShownRow[], numberColumn = ''): number {
  const index = prompt.lastIndexOf(lastRow)
  if (index === -1) return 0
  const line = prompt.slice(index + lastRow.length).split('\n')[0] ?? '{}'
  const name = (row: Row) => JSON.stringify({ ...row, [numberColumn]: null })
  const last = name(JSON.parse(line) as Row)
  return shownRows.findLastIndex(({ row }) => name(row) === last) + 1
}

/** Compares a list that was read with the expected one. */
export function compareList(sample: ListSample, answerRows: readonly unknown[]) {
  const left = new Map<string, number>()
  const name = (row: unknown) => {
    const record = row as Record<string, unknown>
    return JSON.stringify(sample.columns.map((column) => record[column] ?? null))
  }
  for (const { values } of sample.rows) left.set(name(values), (left.get(name(values)) ?? 0) + 1)
  let right = 0
  for (const row of answerRows) {
    const count = left.get(name(row)) ?? 0
    if (count === 0) continue
    left.set(name(row), count - 1)
    right += 1
  }
  return {
    recall: sample.rows.length === 0 ? 1 : right / sample.rows.length,
    precision: answerRows.length === 0 ? 1 : right / answerRows.length,
    missing: [...left].filter(([, count]) => count > 0).map(([row]) => row),
  }
}
