/** A spreadsheet takes text with such a beginning for a formula, unless it is a number. */
const formula = /^[=+\-@\t\r]/

/** Formats one line of CSV by RFC 4180; cells that look like formulas are made harmless. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

function cellOf(text: string): string {
  const safeText = formula.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text
  return /[",\r\n]/.test(safeText) ? `"${safeText.replaceAll('"', '""')}"` : safeText
}
