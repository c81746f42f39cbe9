import type { FilledSchema } from '@recto/extraction/fill-schema'
import { parsePointer } from '@recto/extraction/schema-node'
import type { Evidence, EvidenceTree, Json } from '@recto/provider-spec/answer'
import type { ExtractedFile, ExtractedValue } from './extract-file.ts'

type TableRow = readonly [key: string, value: string, page: string, quote: string]

const headerRow: TableRow = ['Key', 'Value', 'Page', 'Quote']
const gap = '  '
const minWidth = 12

/**
 * Formats the values of one file as a table for people, each row followed by its explanation if
 * there is one. With `width`, rows are shortened to fit.
 */
export function formatTable(file: ExtractedFile, width: number | undefined): string {
  const name = stripControlCharacters(file.file)
  if ('error' in file) return `${name}\n${gap}${stripControlCharacters(file.error.message)}\n`
  const entries = Object.entries('fields' in file ? toFieldValues(file) : file.values)
  const rows = entries.map(toRow)
  const widths = computeWidths([headerRow, ...rows], width)
  const formatRow = (row: TableRow) =>
    row
      .map((cell, column) => truncate(cell, widths[column] ?? 0).padEnd(widths[column] ?? 0))
      .join(gap)
      .trimEnd()
  const lines = rows.flatMap((row, index) => [
    formatRow(row),
    ...formatExplanation(entries[index]?.[1], width),
  ])
  return `${name}\n${[formatRow(headerRow), ...lines].map((line) => `${gap}${line}\n`).join('')}`
}

/** The single values of a filled schema by their name, such as `seller.name`. */
function toFieldValues({ values, fields }: FilledSchema): Readonly<Record<string, ExtractedValue>> {
  const entries = Object.entries(fields).map(([pointer, { evidence }]) => {
    const steps = parsePointer(pointer)
    const value = steps.reduce((part: unknown, step) => Object(part ?? {})[step], values) ?? null
    return [steps.join('.'), { value: value as Json, evidence }] as const
  })
  return Object.fromEntries(entries)
}

/** Wraps the explanation to the width. */
function formatExplanation(
  value: ExtractedValue | undefined,
  width = Number.POSITIVE_INFINITY,
): readonly string[] {
  if (!value?.explanation) return []
  const lineWidth = Math.max(width - 3 * gap.length, 2 * minWidth)
  const lines: string[] = []
  for (const word of stripControlCharacters(value.explanation).split(' ')) {
    const lastLine = lines.at(-1)
    const isFull = lastLine === undefined || lastLine.length + word.length >= lineWidth
    if (isFull) lines.push(truncate(word, lineWidth))
    else lines[lines.length - 1] = `${lastLine} ${word}`
  }
  return lines.map((line) => `${gap}${line}`)
}

function toRow([key, { value, evidence }]: [string, ExtractedValue]): TableRow {
  if (value === null) return [stripControlCharacters(key), '–', '', 'not found in the document']
  const evidenceItems = listEvidence(evidence)
  const pages = [...new Set(evidenceItems.map(({ page }) => page + 1))].join(', ')
  const quote = evidenceItems.map((item) => item.quote).join(' … ') || 'not found in the document'
  return [
    stripControlCharacters(key),
    stripControlCharacters(toText(value)),
    pages,
    stripControlCharacters(quote),
  ]
}

const toText = (value: Json) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Lists the evidence in the order of the value's parts. */
function listEvidence(tree: EvidenceTree): readonly Evidence[] {
  if (tree === null) return []
  if (isEvidence(tree)) return [tree]
  return Object.values(tree).flatMap((branch: EvidenceTree | Evidence) =>
    listEvidence(branch as never),
  )
}

const isEvidence = (tree: object): tree is Evidence =>
  'quote' in tree && typeof tree.quote === 'string'

/** Removes control characters, which in documents and file names could control a terminal. */
export const stripControlCharacters = (text: string) =>
  text.replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** Divides the width that keys and pages leave between value and quote. */
function computeWidths(rows: readonly TableRow[], width: number | undefined): readonly number[] {
  const naturalWidths = headerRow.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  const [key = 0, value = 0, page = 0, quote = 0] = naturalWidths
  const remainingWidth = (width ?? Number.POSITIVE_INFINITY) - key - page - 4 * gap.length
  if (value + quote <= remainingWidth) return naturalWidths
  const half = Math.max(Math.floor(remainingWidth / 2), minWidth)
  const valueWidth = Math.min(value, Math.max(half, remainingWidth - quote))
  return [key, valueWidth, page, Math.min(quote, Math.max(remainingWidth - valueWidth, minWidth))]
}

const truncate = (text: string, width: number) =>
  text.length <= width ? text : `${text.slice(0, width - 1)}…`
