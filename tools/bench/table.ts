type Row = readonly string[]

/** First column to the left, the others to the right. */
export function table(rows: readonly Row[]): string {
  const columns = Math.max(0, ...rows.map((row) => row.length))
  const widths = Array.from({ length: columns }, (_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  )
  const line = (row: Row) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)))
  return rows.map((row) => line(row).join('  ')).join('\n')
}
