/** Returns the value that the given share of all values does not exceed, or 0 if there are no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export const worstOf = (values: readonly number[]): number => Math.max(0, ...values)

type Row = readonly string[]

/** Formats a table; the first column is aligned to the left, the others to the right. */
export function table(rows: readonly Row[]): string {
  const columns = Math.max(0, ...rows.map((row) => row.length))
  const widths = Array.from({ length: columns }, (_, index) =>
    Math.max(...rows.map((row) => row[index]?.length ?? 0)),
  )
  const line = (row: Row) =>
    row.map((cell, index) =>
      index === 0 ? cell.padEnd(widths[index]!) : cell.padStart(widths[index]!),
    )
  return rows.map((row) => line(row).join('  ')).join('\n')
}
