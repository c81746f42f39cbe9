import { columnsOf, type ListColumn, signatureOf, startsTexts } from './columns.ts'
import type { AnchoredRow } from './find-anchors.ts'
import { kindsOf } from './kinds-of-lines.ts'
import type { Source } from './source-lines.ts'

/** Minimum share of the rows that show a pattern; rarer patterns are chance. */
const leastShare = 0.02

/**
 * Returns the lines between two lines that look like rows: they have values in the same columns as
 * the rows that were found.
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
  for (let index = from; index < to; index++) {
    if (anchors.has(index)) found.push(index)
    else if (!isRepeated[index] && !sums.has(index) && looksAlike(index)) found.push(index)
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
  const nameOf = (index: number) => {
    const line = source.lines[index]
    return line ? signatureOf(source, line, columns) : '[]'
  }
  for (const line of lines) seen.set(nameOf(line), (seen.get(nameOf(line)) ?? 0) + 1)
  const enough = Math.max(1, lines.length * leastShare)
  const texts = columns.filter(({ kind }) => kind === 'text').length
  return (index) => {
    const line = source.lines[index]
    const name = nameOf(index)
    if (!line || (seen.get(name) ?? 0) < enough) return false
    const values = (JSON.parse(name) as readonly string[]).length
    if (values >= 2) return true
    // One value or none is weak evidence, so the texts must also begin at the columns of the rows'
    // texts.
    const begun = startsTexts(source, line, columns)
    return values === 1 ? begun >= Math.min(1, texts) : texts >= 2 && begun >= texts
  }
}

/**
 * Returns lines that look like table rows without any known row: many lines with the same kinds of
 * values.
 */
export function suspectedRows(
  source: Source,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  const { isRepeated, sums } = kindsOf(source)
  const byKinds = new Map<string, number>()
  for (let index = from; index < to; index++) {
    const line = source.lines[index]
    if (!line || isRepeated[index] || sums.has(index)) continue
    const values = line.tokens.filter(({ kind }) => kind !== 'word').map(({ kind }) => kind)
    if (values.length >= 2) byKinds.set(values.join(), (byKinds.get(values.join()) ?? 0) + 1)
  }
  const most = [...byKinds.values()].reduce((max, count) => Math.max(max, count), 0)
  return most >= 5 ? most : 0
}
