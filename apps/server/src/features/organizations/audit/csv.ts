/** What a spreadsheet would take for a formula. */
const formula = /^[=+\-@\t\r]/

/** One line of CSV as RFC 4180 has it, which no spreadsheet calculates with. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

function cellOf(text: string): string {
  const plain = formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
