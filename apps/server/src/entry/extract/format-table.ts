import type { Evidence, EvidenceTree, Json } from '@recto/provider-spec/answer'
import type { ExtractedFile, Value } from './extract-file.ts'

type Row = readonly [key: string, value: string, page: string, quote: string]

const head: Row = ['Key', 'Value', 'Page', 'Quote']
const gap = '  '
const minWidth = 12

/** A table of one file for people, under each row how its value was found, where that was asked for; rows are shortened to `width` characters when it is given. */
export function formatTable(extracted: ExtractedFile, width: number | undefined): string {
  const name = plain(extracted.file)
  if ('error' in extracted) return `${name}\n${gap}${plain(extracted.error.message)}\n`
  const entries = Object.entries(extracted.values)
  const rows = entries.map(rowOf)
  const widths = widthsOf([head, ...rows], width)
  const lineOf = (row: Row) =>
    row
      .map((cell, column) => shorten(cell, widths[column] ?? 0).padEnd(widths[column] ?? 0))
      .join(gap)
      .trimEnd()
  const lines = rows.flatMap((row, at) => [lineOf(row), ...explain(entries[at]?.[1], width)])
  return `${name}\n${[lineOf(head), ...lines].map((line) => `${gap}${line}\n`).join('')}`
}

/** In as many lines as the width asks for. */
function explain(value: Value | undefined, width = Number.POSITIVE_INFINITY): readonly string[] {
  if (!value?.explanation) return []
  const room = Math.max(width - 3 * gap.length, 2 * minWidth)
  const lines: string[] = []
  for (const word of plain(value.explanation).split(' ')) {
    const last = lines.at(-1)
    const isFull = last === undefined || last.length + word.length >= room
    if (isFull) lines.push(shorten(word, room))
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines.map((line) => `${gap}${line}`)
}

function rowOf([key, { value, evidence }]: [string, Value]): Row {
  if (value === null) return [plain(key), '–', '', 'not found in the document']
  const places = placesOf(evidence)
  const pages = [...new Set(places.map(({ page }) => page + 1))].join(', ')
  const quote = places.map((place) => place.quote).join(' … ') || 'not found in the document'
  return [plain(key), plain(textOf(value)), pages, plain(quote)]
}

const textOf = (value: Json) => (typeof value === 'string' ? value : JSON.stringify(value))

/** In reading order of the value. */
function placesOf(tree: EvidenceTree): readonly Evidence[] {
  if (tree === null) return []
  if (isPlace(tree)) return [tree]
  return Object.values(tree).flatMap((branch: EvidenceTree | Evidence) => placesOf(branch as never))
}

const isPlace = (tree: object): tree is Evidence =>
  'quote' in tree && typeof tree.quote === 'string'

/** Documents and names of files may hold characters that command a terminal. */
export const plain = (text: string) => text.replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** Value and quote share what keys and pages leave. */
function widthsOf(rows: readonly Row[], width: number | undefined): readonly number[] {
  const natural = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const [key = 0, value = 0, page = 0, quote = 0] = natural
  const left = (width ?? Number.POSITIVE_INFINITY) - key - page - 4 * gap.length
  if (value + quote <= left) return natural
  const half = Math.max(Math.floor(left / 2), minWidth)
  const first = Math.min(value, Math.max(half, left - quote))
  return [key, first, page, Math.min(quote, Math.max(left - first, minWidth))]
}

const shorten = (text: string, width: number) =>
  text.length <= width ? text : `${text.slice(0, width - 1)}…`
