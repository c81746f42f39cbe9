import { ReadError } from '@recto/document-text/read-error'
import {
  maxCellCharacters,
  maxRecordColumns,
  type TableRecord,
} from '@recto/document-text/table-record'
import papaparse from 'papaparse'
import { findSeparator } from '../detect/detect-text-type.ts'

/** Characters from which on whole rows are parsed. */
const minPieceCharacters = 200_000
const quotationMark = 34
const lineFeed = 10
/** Characters after which a row that has not ended is refused. */
const maxRowCharacters = maxRecordColumns * maxCellCharacters

const separators = [';', ',', '\t', '|'] as const

/** Reads separated values piece by piece. Empty lines are left out and still counted. Throws `ReadError`. */
export async function* readCsvRecords(texts: AsyncIterable<string>): AsyncGenerator<TableRecord> {
  let header: Header | undefined
  let row = 0
  for await (const piece of cutAtRows(texts)) {
    const isFirst = header === undefined
    header ??= readHeader(piece)
    const rows = parseRows(isFirst ? piece.slice(header.length) : piece, header.separator)
    const firstRow = isFirst && header.length > 0 ? 2 : row + 1
    yield* rows
      .map((cells, index) => ({ row: firstRow + index, cells: cells.map(toCell) }))
      .filter(hasText)
    row = firstRow - 1 + rows.length
  }
}

const hasText = ({ cells }: TableRecord): boolean => cells.some(({ text }) => text !== '')

type Header = { readonly separator: string; readonly length: number }

function readHeader(text: string): Header {
  return readNamedSeparator(text) ?? { separator: chooseSeparator(text), length: 0 }
}

/** Excel may name the separator in a first line. */
function readNamedSeparator(text: string): Header | undefined {
  const [line, separator] = /^sep=([^\r\n])\r?\n/.exec(text) ?? []
  return line && separator ? { separator, length: line.length } : undefined
}

function parseRows(text: string, delimiter: string): readonly string[][] {
  const { data } = papaparse.parse<string[]>(text, { delimiter })
  // The end of the last line begins no row.
  const last = data.at(-1)
  return last?.length === 1 && last[0] === '' ? data.slice(0, -1) : data
}

const toCell = (cell: string) => {
  const text = cell.trim()
  return { text, isFormula: text.startsWith('=') }
}

function chooseSeparator(text: string): string {
  const commonSeparator = findSeparator(text)
  if (commonSeparator !== undefined) return commonSeparator
  const [line = ''] = text.split(/\r\n|\n|\r/, 1)
  const counts = separators.map((sign) => line.split(sign).length)
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}

/** Cuts a text where a row ends, which a line end between quotation marks does not. */
async function* cutAtRows(texts: AsyncIterable<string>): AsyncGenerator<string> {
  const rowEnds = watchRowEnds()
  let pending = ''
  for await (const text of texts) {
    const lastEnd = rowEnds.find(text)
    const end = lastEnd === undefined ? undefined : pending.length + lastEnd
    pending += text
    if (pending.length - (end ?? 0) > maxRowCharacters) throw endlessRow()
    if (end === undefined || end < minPieceCharacters) continue
    yield pending.slice(0, end)
    pending = pending.slice(end)
  }
  if (pending !== '') yield pending
}

/** Finds the last end of a row in each part of a text. */
function watchRowEnds() {
  let isQuoted = false
  return {
    find(text: string): number | undefined {
      let end: number | undefined
      for (let index = 0; index < text.length; index++) {
        const sign = text.charCodeAt(index)
        if (sign === quotationMark) isQuoted = !isQuoted
        else if (sign === lineFeed && !isQuoted) end = index + 1
      }
      return end
    },
  }
}

const endlessRow = () =>
  new ReadError(
    'too-large',
    'A row of the file does not end. Check that each quotation mark is closed.',
  )
