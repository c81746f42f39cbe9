import { decodeText, encodingOf } from './decode-text.ts'
import type { DetectedType, FileType } from './file-type.ts'

type TextType = Omit<DetectedType, 'start'>

const byType: { readonly [type in FileType]?: TextType } = {
  html: { kind: 'markup', type: 'html', label: 'an HTML page' },
  xml: { kind: 'markup', type: 'xml', label: 'an XML document' },
  json: { kind: 'text', type: 'json', label: 'a JSON document' },
  csv: { kind: 'text', type: 'csv', label: 'a CSV file' },
  tsv: { kind: 'text', type: 'tsv', label: 'a TSV file' },
  md: { kind: 'text', type: 'md', label: 'a Markdown document' },
  eml: { kind: 'text', type: 'eml', label: 'an email' },
  txt: { kind: 'text', type: 'txt', label: 'plain text' },
}

const byEnding: Readonly<Record<string, FileType>> = {
  csv: 'csv',
  tsv: 'tsv',
  tab: 'tsv',
  md: 'md',
  markdown: 'md',
  eml: 'eml',
  txt: 'txt',
  text: 'txt',
  log: 'txt',
}

/** Tells texts apart. The name decides only where the content cannot: a table, prose and a mail are all text. */
export function detectTextType(
  head: Uint8Array,
  { isCut, name }: { readonly isCut: boolean; readonly name: string | undefined },
): TextType | undefined {
  const encoding = encodingOf(head, isCut)
  if (!encoding) return undefined
  const text = decodeText(isCut ? head.subarray(0, -4) : head, encoding).trimStart()
  const type =
    markupType(text) ??
    (isJson(text, isCut) ? 'json' : undefined) ??
    namedType(name) ??
    plainType(text)
  return byType[type]
}

function namedType(name = ''): FileType | undefined {
  return byEnding[/\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '']
}

function plainType(text: string): FileType {
  if (isMail(text)) return 'eml'
  const separator = findSeparator(text)
  if (!separator) return 'txt'
  return separator === '\t' ? 'tsv' : 'csv'
}

const htmlStart = /<(?:!doctype html|html|head|body|table|div|p|meta|h[1-6])[\s>]/iy
const xmlStart = /^(?:<\?xml\s|<!--|<!doctype\s|<[a-z_][\w.-]*(?::[\w.-]+)?(?:\s[^<>]*)?\/?>)/i

function markupType(text: string): 'html' | 'xml' | undefined {
  if (!text.startsWith('<')) return undefined
  htmlStart.lastIndex = endOfPreamble(text)
  if (htmlStart.test(text)) return 'html'
  return xmlStart.test(text) ? 'xml' : undefined
}

/** Returns the end of the declaration and the comments that may precede the first element. */
function endOfPreamble(text: string): number {
  let offset = 0
  for (;;) {
    const [start, end] = text.startsWith('<!--', offset) ? ['<!--', '-->'] : ['<?xml', '>']
    if (!text.startsWith(start, offset)) return offset
    const endOffset = text.indexOf(end, offset + start.length)
    if (endOffset < 0) return offset
    offset = endOffset + end.length
    while (/\s/.test(text.charAt(offset))) offset += 1
  }
}

/** A whole text must parse; of a longer one only the beginning can be judged. */
function isJson(text: string, isCut: boolean): boolean {
  if (isCut) return /^(?:\{\s*"|\[\s*[[{"]|\[\s*-?\d+(?:\.\d+)?\s*,)/.test(text)
  if (!/^[[{]/.test(text)) return false
  return parses(text) || /^\{\s*"[^"\n]*"\s*:/.test(text) || isJsonLines(text)
}

/** Whether the first two lines are each a list or a record. */
function isJsonLines(text: string): boolean {
  const lines = text.split(/\r?\n/, 2)
  return lines.length === 2 && lines.every((line) => /^\s*[[{]/.test(line) && parses(line))
}

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const mailHeader =
  /^(from|to|cc|subject|date|received|message-id|mime-version|return-path|delivered-to|content-type|reply-to|x-[\w-]+):/i

/** A mail begins with headers, of which at least two are those of a mail. */
function isMail(text: string): boolean {
  const lines = text.replace(/^From .*\r?\n/, '').split(/\r?\n/, 100)
  const end = lines.findIndex((line) => !/^([\w-]+:|[ \t]+\S)/.test(line))
  if (end >= 0 && lines[end] !== '') return false
  const headers = lines.slice(0, end < 0 ? undefined : end).filter((line) => mailHeader.test(line))
  return headers.length >= 2 && headers.some((line) => /^(from|received|message-id):/i.test(line))
}

const separators = ['\t', ';', ',', '|'] as const

/** The sign that divides every line of a table into the same number of cells; `undefined` for prose. */
export function findSeparator(text: string): string | undefined {
  const lines = text.replace(/"(?:[^"]|"")*"/g, 'q').split(/\r\n|\n|\r/, 60)
  const whole = lines.slice(0, lines.length > 1 ? -1 : undefined)
  const last = lines.at(-1) ?? ''
  const full = (lines.length < 60 && last.trim() !== '' ? lines : whole).filter(
    (line) => line.trim() !== '',
  )
  if (full.length < 2) return undefined
  return separators.find((sign) => divides(full, sign))
}

function divides(lines: readonly string[], sign: string): boolean {
  const counts = lines.map((line) => line.split(sign).length - 1)
  const usual = counts[0]!
  const regular = counts.filter((count) => count === usual).length
  if (usual === 0 || regular < lines.length * 0.9) return false
  if (sign === ';' || sign === '\t') return true
  const spacedCount = lines.filter((line) => line.includes(`${sign} `)).length
  return usual > 1 || (lines.length > 2 && spacedCount < lines.length / 2)
}
