import { columnsOf, type ListColumn, signatureOf, startsTexts } from './columns.ts'
import type { AnchoredRow } from './find-anchors.ts'
import { kindsOf } from './kinds-of-lines.ts'
import type { Source } from './source-lines.ts'

/** Of the rows; a pattern that fewer show is chance. */
const leastShare = 0.02

/**
 * The lines between two that look like rows: they have values in the columns in which the rows that
 * were found have theirs.
 */
export function rowLikeLines(
  source: Source,
  rows: readonly AnchoredRow[],
  { from, to }: { readonly from: number; readonly to: number },
): readonly number[] {
  const columns = columnsOf(source, rows)
  const looksAlike = patternOf(source, rows, columns)
  const { isRepeated, sums } = kindsOf(source)
  const anchors = new Set(rows.map(({ line }) => line))
  const found: number[] = []
  for (let at = from; at < to; at++) {
    if (anchors.has(at)) found.push(at)
    else if (!isRepeated[at] && !sums.has(at) && looksAlike(at)) found.push(at)
  }
  return found
}

function patternOf(
  source: Source,
  rows: readonly AnchoredRow[],
  columns: readonly ListColumn[],
): (line: number) => boolean {
  const lines = [...new Set(rows.flatMap(({ line }) => line ?? []))]
  const seen = new Map<string, number>()
  const nameOf = (at: number) => {
    const line = source.lines[at]
    return line ? signatureOf(source, line, columns) : '[]'
  }
  for (const line of lines) seen.set(nameOf(line), (seen.get(nameOf(line)) ?? 0) + 1)
  const enough = Math.max(1, lines.length * leastShare)
  const texts = columns.filter(({ kind }) => kind === 'text').length
  return (at) => {
    const line = source.lines[at]
    const name = nameOf(at)
    if (!line || (seen.get(name) ?? 0) < enough) return false
    const values = (JSON.parse(name) as readonly string[]).length
    if (values >= 2) return true
    // One value or none is little to go by: the texts must begin where those of rows do.
    const begun = startsTexts(source, line, columns)
    return values === 1 ? begun >= Math.min(1, texts) : texts >= 2 && begun >= texts
  }
}

/** Lines that look like rows of a table by themselves: many with the same kinds of values. */
export function suspectedRows(
  source: Source,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  const { isRepeated, sums } = kindsOf(source)
  const byKinds = new Map<string, number>()
  for (let at = from; at < to; at++) {
    const line = source.lines[at]
    if (!line || isRepeated[at] || sums.has(at)) continue
    const values = line.tokens.filter(({ kind }) => kind !== 'word').map(({ kind }) => kind)
    if (values.length >= 2) byKinds.set(values.join(), (byKinds.get(values.join()) ?? 0) + 1)
  }
  const most = [...byKinds.values()].reduce((max, count) => Math.max(max, count), 0)
  return most >= 5 ? most : 0
}
