/**
 * Parses the cells that a spreadsheet puts on the clipboard: lines of cells between tabs. A cell in
 * quotation marks may contain both.
 */
export function parseCells(text: string): readonly (readonly string[])[] {
  const lines: string[][] = [[]]
  const cellPattern = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r?\n|$)/gy
  for (const [, quotedText, plainText = '', end] of text
    .replace(/\r?\n$/, '')
    .matchAll(cellPattern)) {
    lines
      .at(-1)
      ?.push(quotedText === undefined ? plainText.trim() : quotedText.replaceAll('""', '"'))
    if (end === '') break
    if (end !== '\t') lines.push([])
  }
  return lines
}

/** Writes cells as a spreadsheet puts them on the clipboard. */
export const printCells = (cells: readonly (readonly string[])[]): string =>
  cells.map((row) => row.map(printCell).join('\t')).join('\n')

const printCell = (text: string): string =>
  /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/** Removes the first line if it repeats the names of the columns. */
export function withoutHeaders(
  cells: readonly (readonly string[])[],
  columns: readonly string[],
): readonly (readonly string[])[] {
  const [first = [], ...rest] = cells
  const names = columns.map((name) => name.toLowerCase())
  return names.length > 0 && first.every((cell) => names.includes(cell.toLowerCase()))
    ? rest
    : cells
}
