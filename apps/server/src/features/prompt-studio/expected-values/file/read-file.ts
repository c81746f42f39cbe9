import { maxTruthsOfFile, type TruthFileFormat } from '@recto/contract/prompt-studio/truth-files'
import { parseExactJson } from '@recto/exact-json/parse-json'
import { badRequest } from '../../../../platform/app-error.ts'
import { toStoredText } from '../save-reviewed-values.ts'
import { unmarkCell } from './formula-cells.ts'
import { CsvError, parseCsv } from './parse-csv.ts'

/** A value of a file, by the line on which it begins. */
export type FileValue = {
  readonly line: number
  readonly document: string
  readonly field: string
  /** Null if the document does not state it. */
  readonly value: string | null
}

export type FileFault = Omit<FileValue, 'value'> & { readonly reason: string }

export type ValuesOfFile = {
  readonly values: readonly FileValue[]
  readonly faults: readonly FileFault[]
}

/** Reads the values of a file. Faults of single lines are listed; a file that has too many values or no header is refused. */
export function readFile(text: string, format: TruthFileFormat): ValuesOfFile {
  const values: FileValue[] = []
  const faults: FileFault[] = []
  for (const part of format === 'csv' ? readCsv(text) : readJsonl(text)) {
    if ('reason' in part) faults.push(part)
    else values.push(part)
    if (values.length + faults.length > maxTruthsOfFile) {
      throw badRequest(
        `A file can have at most ${maxTruthsOfFile.toLocaleString('en')} values. Split it.`,
      )
    }
  }
  return { values, faults }
}

const columns = ['document', 'field', 'value'] as const

function* readCsv(text: string): Generator<FileValue | FileFault> {
  let places: readonly number[] | undefined
  try {
    for (const { line, cells } of parseCsv(text)) {
      if (places) yield readRow(line, cells, places)
      else places = findColumns(cells)
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    yield { line: error.line, document: '', field: '', reason: error.message }
  }
}

function findColumns(header: readonly string[]): readonly number[] {
  const names = header.map((name) => name.trim().toLowerCase())
  const missingColumns = columns.filter((column) => !names.includes(column))
  if (missingColumns.length > 0) {
    throw badRequest(
      `The first line must name the columns document, field and value. Missing: ${missingColumns.join(', ')}.`,
    )
  }
  return columns.map((column) => names.indexOf(column))
}

function readRow(
  line: number,
  cells: readonly string[],
  places: readonly number[],
): FileValue | FileFault {
  const [document, field, value] = places.map((place) => cells[place])
  const row = { line, document: unmarkCell(document ?? ''), field: unmarkCell(field ?? '') }
  if (value === undefined) return { ...row, reason: 'The line has fewer cells than the header.' }
  return { ...row, value: value === '' ? null : unmarkCell(value) }
}

function* readJsonl(text: string): Generator<FileValue | FileFault> {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  for (const [index, lineText] of lines.entries()) {
    if (lineText.trim() !== '') yield* readJsonLine(index + 1, lineText)
  }
}

function* readJsonLine(line: number, text: string): Generator<FileValue | FileFault> {
  const { document, values } = parseObject(text) ?? {}
  if (typeof document !== 'string' || !isObject(values)) {
    const reason =
      'The line must be an object such as {"document": "a.pdf", "values": {"total": "5"}}.'
    yield { line, document: '', field: '', reason }
    return
  }
  for (const [field, value] of Object.entries(values)) {
    yield { line, document, field, value: toStoredText(value) }
  }
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const json = parseExactJson(text)
    return isObject(json) ? json : undefined
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
