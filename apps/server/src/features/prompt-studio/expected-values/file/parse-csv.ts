/** A line of a file of CSV, which may span several lines of text. */
export type CsvRow = { readonly line: number; readonly cells: readonly string[] }

/** A fault in the notation; `line` is where the row begins. */
export class CsvError extends Error {
  override readonly name = 'CsvError'
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

const separators = [',', ';', '\t'] as const

/** Finds the separator in the first line, because spreadsheets in many languages write semicolons. */
function findSeparator(text: string): string {
  const [header = ''] = text.split(/\r\n|\n|\r/, 1)
  const countOf = (separator: string) => header.split(separator).length
  return separators.toSorted((a, b) => countOf(b) - countOf(a))[0] ?? ','
}

/** Parses CSV by RFC 4180, with any line end, a byte order mark, and commas, semicolons or tabs. Empty lines are left out. */
export function* parseCsv(fileText: string): Generator<CsvRow> {
  const text = fileText.replace(/^\uFEFF/, '')
  const separator = findSeparator(text)
  let line = 1
  let position = 0
  while (position < text.length) {
    const firstLine = line
    const cells: string[] = []
    let isRowOpen = true
    while (isRowOpen) {
      const cell = readCell(text, position, { separator, line: firstLine })
      cells.push(cell.text)
      line += cell.lineCount
      position = cell.end
      isRowOpen = text[position] === separator
      if (isRowOpen) position += 1
    }
    const lineEnd = /^(?:\r\n|\n|\r)/.exec(text.slice(position, position + 2))?.[0].length ?? 0
    position += lineEnd
    line += 1
    if (cells.length > 1 || cells[0] !== '') yield { line: firstLine, cells }
  }
}

type Cell = { readonly text: string; readonly end: number; readonly lineCount: number }
type Notation = { readonly separator: string; readonly line: number }

function readCell(text: string, start: number, notation: Notation): Cell {
  if (text[start] === '"') return readQuotedCell(text, start, notation)
  let end = start
  while (end < text.length && !isEnd(text[end], notation.separator)) end += 1
  return { text: text.slice(start, end), end, lineCount: 0 }
}

function readQuotedCell(text: string, start: number, { separator, line }: Notation): Cell {
  let quote = text.indexOf('"', start + 1)
  // Two quotes stand for one.
  while (quote !== -1 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2)
  if (quote === -1) throw new CsvError(line, 'A quote is not closed.')
  const end = quote + 1
  if (end < text.length && !isEnd(text[end], separator)) {
    throw new CsvError(line, 'There is text after a closed quote.')
  }
  const content = text.slice(start + 1, quote).replaceAll('""', '"')
  return { text: content, end, lineCount: content.split(/\r\n|\n|\r/).length - 1 }
}

const isEnd = (letter: string | undefined, separator: string) =>
  letter === separator || letter === '\n' || letter === '\r'
