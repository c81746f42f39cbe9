type Row = readonly string[]

/** First column to the left, the others to the right. */
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
