import type { TextRow } from './cluster-rows.ts'
import type { Grid } from './fit-columns.ts'
import type { Segment } from './split-segments.ts'

/** A line of a page while it is laid out. */
export type SheetLine = {
  readonly kind: 'row' | 'blank' | 'rule'
  /** The extent across the lines; a ruled line has none. */
  readonly top: number
  readonly bottom: number
  readonly base: number
  readonly segments: readonly Segment[]
  /** Columns of the segments. */
  readonly columns: readonly number[]
}

/** Minimum line spacing, in line heights, that adds a blank line. */
const blankLineStep = 1.6
/** The spacing must also exceed the usual spacing of the page by this factor. */
const usualStepShare = 1.4
const maxUsualStep = 2.2
const minSteps = 3

/** The rows of a page with blank lines where they are apart. */
export function sheetOf(
  rows: readonly TextRow[],
  segments: readonly (readonly Segment[])[],
  { columns }: Grid,
): readonly SheetLine[] {
  const step = blankStep(rows)
  const sheet: SheetLine[] = []
  for (const [i, row] of rows.entries()) {
    const line = rowLine(row, segments[i]!, columns[i]!)
    const previous = rows[i - 1]
    const height = ((previous?.height ?? 0) + row.height) / 2
    if (previous && row.base - previous.base > step * height)
      sheet.push(blankLine(sheet.at(-1)!, line))
    sheet.push(line)
  }
  return sheet
}

function rowLine(
  row: TextRow,
  segments: readonly Segment[],
  columns: readonly number[],
): SheetLine {
  const { base, height } = row
  const middle = base - 0.3 * height
  return {
    kind: 'row',
    top: middle - height / 2,
    bottom: middle + height / 2,
    base,
    segments,
    columns,
  }
}

function blankLine(previous: SheetLine, next: SheetLine): SheetLine {
  const base = (previous.base + next.base) / 2
  return {
    kind: 'blank',
    top: previous.bottom,
    bottom: next.top,
    base,
    segments: [],
    columns: [],
  }
}

/** Returns the minimum line spacing, in line heights, that adds a blank line between two rows. */
function blankStep(rows: readonly TextRow[]): number {
  if (rows.length <= minSteps) return blankLineStep
  // One height for all: OCR sets the box of a row around its ink, with tails or without.
  const height = quantile(
    rows.map((row) => row.height),
    1 / 2,
  )
  const steps = rows
    .slice(1)
    .map(({ base }, i) => Math.min((base - rows[i]!.base) / height, maxUsualStep))
  const usual = quantile(steps, 1 / 4)
  return Math.max(blankLineStep, usualStepShare * usual)
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]!
}

export function typeLine({ segments, columns }: SheetLine): string {
  let lineText = ''
  for (const [i, { text }] of segments.entries()) lineText = lineText.padEnd(columns[i]!) + text
  return lineText
}

export type TypedLine = { readonly line: SheetLine; readonly text: string }

export function typeLines(sheet: readonly SheetLine[]): readonly TypedLine[] {
  return sheet.map((line) => ({ line, text: typeLine(line) }))
}
