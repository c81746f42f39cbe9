import { isContainer, isExactNumber } from '@recto/exact-json/exact-number'
import { parseExactJson } from '@recto/exact-json/parse-json'

const roots = ['output', 'item', 'item_number', 'file', 'execution_id', 'result'] as const

/** The values that placeholders can name, by their first word. */
export type TemplateValues = Readonly<Record<(typeof roots)[number], unknown>>

const maxDepth = 50

/** A template as text and placeholders, in turns: those at odd places are placeholders. */
function splitText(text: string): readonly string[] | undefined {
  const parts: string[] = []
  let rest = text
  for (;;) {
    const start = rest.indexOf('{{')
    if (start === -1) return [...parts, rest]
    const end = rest.indexOf('}}', start)
    if (end === -1) return undefined
    parts.push(rest.slice(0, start), rest.slice(start + 2, end).trim())
    rest = rest.slice(end + 2)
  }
}

/** Returns what is wrong with a template, if anything. An empty one is none. */
export function findTemplateProblem(template: string): string | undefined {
  if (template.trim() === '') return undefined
  try {
    return findProblem(parseExactJson(template), 0)
  } catch {
    return 'This is not valid JSON. Write placeholders in quotes: "{{output.total}}".'
  }
}

function findProblem(part: unknown, depth: number): string | undefined {
  if (depth > maxDepth) return `The JSON is nested more than ${maxDepth} levels deep.`
  if (typeof part === 'string') return findPlaceholderProblem(part)
  if (!isContainer(part)) return undefined
  for (const [key, value] of Object.entries(part)) {
    if (key.includes('{{')) return `Placeholders cannot be names, as in “${key.slice(0, 100)}”.`
    const problem = findProblem(value, depth + 1)
    if (problem) return problem
  }
  return undefined
}

function findPlaceholderProblem(text: string): string | undefined {
  const parts = splitText(text)
  if (!parts) return 'A placeholder that begins with {{ has no }}.'
  const unknownPath = parts
    .filter((_, index) => index % 2 === 1)
    .find((path) => !(roots as readonly string[]).includes(path.split('.', 1)[0] ?? ''))
  if (unknownPath === undefined) return undefined
  return `{{${unknownPath.slice(0, 100)}}} is unknown. A placeholder begins with ${roots.join(', ')}.`
}

/** Thrown when a body would be larger than the limit. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError'
}

/**
 * Fills in a template. A text that is one placeholder becomes the value with its type, null if there is none; elsewhere
 * placeholders become text. Values are counted before the body is written, because a template may repeat them.
 */
export function fillTemplate(template: string, values: TemplateValues, maxLength: number): string {
  const lengths = new Map<string, number>()
  let length = template.length
  const read = (path: string): unknown => {
    const value = lookUp(values, path) ?? null
    const valueLength = lengths.get(path) ?? JSON.stringify(value).length
    lengths.set(path, valueLength)
    length += valueLength
    if (length > maxLength) throw new BodyTooLargeError()
    return value
  }
  const fill = (part: unknown): unknown => {
    if (typeof part === 'string') return fillText(part, read)
    if (!isContainer(part)) return part
    if (Array.isArray(part)) return part.map(fill)
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, fill(value)]))
  }
  return JSON.stringify(fill(parseExactJson(template)))
}

function fillText(text: string, read: (path: string) => unknown): unknown {
  const parts = splitText(text) ?? [text]
  const [textBefore, path, textAfter] = parts
  if (parts.length === 3 && path !== undefined && textBefore === '' && textAfter === '')
    return read(path)
  return parts.map((part, index) => (index % 2 === 1 ? toText(read(part)) : part)).join('')
}

function toText(value: unknown): string {
  if (value === null) return ''
  return isContainer(value) ? JSON.stringify(value) : String(value)
}

/** Names of documents may have dots, so a whole name is looked up first. */
function lookUp(value: unknown, path: string): unknown {
  if (typeof value !== 'object' || value === null || isExactNumber(value)) return undefined
  if (Object.hasOwn(value, path)) return (value as Readonly<Record<string, unknown>>)[path]
  const dot = path.indexOf('.')
  if (dot === -1 || !Object.hasOwn(value, path.slice(0, dot))) return undefined
  const inner = (value as Readonly<Record<string, unknown>>)[path.slice(0, dot)]
  return lookUp(inner, path.slice(dot + 1))
}
