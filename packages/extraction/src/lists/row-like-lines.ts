import type { AnchoredRow } from './anchor-rows.ts'
import { countTextStarts, findColumns, type ListColumn, signatureOf } from './columns.ts'
import { getLineKinds } from './line-kinds.ts'
import type { Source } from './source-lines.ts'

/** Minimum share of the rows that show a pattern; rarer patterns occur by chance. */
const minShare = 0.02

/**
 * Returns the lines between two lines that look like rows: they have values in the same columns as
 * the rows that were found.
 */
export function findRowLikeLines(
  source: Source,
  rows: readonly AnchoredRow[],
  { from, to }: { readonly from: number; readonly to: number },
): readonly number[] {
  const columns = findColumns(source, rows)
  const looksLikeRow = createRowTest(source, rows, columns)
  const { isRepeated, sums } = getLineKinds(source)
  const anchors = new Set(rows.map(({ line }) => line))
  const rowLike: number[] = []
  for (let index = from; index < to; index++) {
    if (anchors.has(index)) rowLike.push(index)
    else if (!isRepeated[index] && !sums.has(index) && looksLikeRow(index)) rowLike.push(index)
  }
  return rowLike
}

function createRowTest(
  source: Source,
  rows: readonly AnchoredRow[],
  columns: readonly ListColumn[],
): (line: number) => boolean {
  const lines = [...new Set(rows.flatMap(({ line }) => line ?? []))]
  const countBySignature = new Map<string, number>()
  const signatureAt = (index: number) => {
    const line = source.lines[index]
    return line ? signatureOf(source, line, columns) : '[]'
  }
  for (const line of lines)
    countBySignature.set(signatureAt(line), (countBySignature.get(signatureAt(line)) ?? 0) + 1)
  const minCount = Math.max(1, lines.length * minShare)
  const textCount = columns.filter(({ kind }) => kind === 'text').length
  return (index) => {
    const line = source.lines[index]
    const signature = signatureAt(index)
    if (!line || (countBySignature.get(signature) ?? 0) < minCount) return false
    const valueCount = (JSON.parse(signature) as readonly string[]).length
    if (valueCount >= 2) return true
    // One value or none is weak evidence, so the texts must also begin at the columns of the rows'
    // texts.
    const textStarts = countTextStarts(source, line, columns)
    return valueCount === 1
      ? textStarts >= Math.min(1, textCount)
      : textCount >= 2 && textStarts >= textCount
  }
}

/**
 * Counts the lines that look like table rows although no row is known: at least five lines with the
 * same kinds of values.
 */
export function countSuspectedRows(
  source: Source,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  const { isRepeated, sums } = getLineKinds(source)
  const byKinds = new Map<string, number>()
  for (let index = from; index < to; index++) {
    const line = source.lines[index]
    if (!line || isRepeated[index] || sums.has(index)) continue
    const values = line.tokens.filter(({ kind }) => kind !== 'word').map(({ kind }) => kind)
    if (values.length >= 2) byKinds.set(values.join(), (byKinds.get(values.join()) ?? 0) + 1)
  }
  const maxCount = [...byKinds.values()].reduce((max, count) => Math.max(max, count), 0)
  return maxCount >= 5 ? maxCount : 0
}
