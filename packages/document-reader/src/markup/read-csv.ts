import { ReadError } from '@recto/document-text/read-error'
import papaparse from 'papaparse'
import { findSeparator } from '../detect/detect-text-type.ts'
import type { FlowBlock } from '../typeset/flow.ts'

/** Characters that are parsed at a time, so that a long file is never in memory as cells at once. */
const pieceLength = 8_000_000
const sample = 65_536
const maxColumns = 1_000_000

/** Separated values as tables with a fixed place for every column. Excel may name the separator in a first line. */
export function* readCsv(source: string, type: 'csv' | 'tsv'): Generator<FlowBlock> {
  const [line = '', namedSeparator] = /^sep=([^\r\n])\r?\n/.exec(source) ?? []
  const text = source.slice(line.length)
  const separator =
    namedSeparator ??
    (type === 'tsv' ? '\t' : (findSeparator(text.slice(0, sample)) ?? likely(text)))
  for (const piece of piecesOf(text)) {
    const { data } = papaparse.parse<string[]>(piece, { delimiter: separator })
    if (data.some((row) => row.length > maxColumns))
      throw new ReadError('too-large', `A row of the table has more than ${maxColumns} columns.`)
    yield { kind: 'table', rows: data.map((row) => row.map((cell) => cell.trim())), isTight: true }
  }
}

/** The sign that occurs most often in the first line. */
function likely(text: string): string {
  const line = text.slice(0, sample).split(/\r\n|\n|\r/, 1)[0]!
  const count = (sign: string) => line.split(sign).length
  return [',', ';', '\t', '|'].reduce((a, b) => (count(b) > count(a) ? b : a))
}

/** Cuts only between rows: where a line ends outside of quotes. */
function* piecesOf(text: string): Generator<string> {
  let start = 0
  while (text.length - start > pieceLength) {
    const end = endOfRow(text, start)
    yield text.slice(start, end)
    start = end
  }
  yield text.slice(start)
}

function endOfRow(text: string, start: number): number {
  let isQuoted = false
  for (let index = start; index < text.length; index++) {
    const sign = text.charCodeAt(index)
    if (sign === 34) isQuoted = !isQuoted
    else if (sign === 10 && !isQuoted && index - start >= pieceLength) return index + 1
  }
  return text.length
}
