/** Matches text that a spreadsheet would take for a formula. */
const formula = /^[=+\-@\t\r]/

/** Formats one line of CSV by RFC 4180; cells that look like formulas are made harmless. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

function cellOf(text: string): string {
  const plain = formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
