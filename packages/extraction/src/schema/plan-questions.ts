import type { ListSettings, Question } from '@recto/provider-spec/answer'
import { wholeDocumentSettings } from '../ask/answer-list.ts'
import { keyToWords } from '../values/fold.ts'
import {
  type EnumValue,
  type ListNode,
  type SchemaNode,
  type SchemaValueNode,
  toPointer,
} from './schema-node.ts'

/** A column of a list: the value of each item that it is for. */
export type SchemaColumn = {
  readonly header: string
  /** Names of the properties from the item to the value; empty if the items are single values. */
  readonly path: readonly string[]
  readonly node: SchemaValueNode
}

/** A question with the part of the schema that its answer fills. */
export type SchemaQuestion = {
  readonly question: Question
  /** JSON Pointer to the value in the result. */
  readonly pointer: string
  /** Columns, if the answer has the rows of a list of single values or of flat objects. */
  readonly columns?: readonly SchemaColumn[]
}

type PlanOptions = {
  /** Whether a model reads the questions; the built-in extractor would take examples for what is asked. */
  readonly isForModel: boolean
}

/** Turns a schema into questions: one for each single value outside of lists, and one for each list. */
export function planQuestions(root: SchemaNode, options: PlanOptions): readonly SchemaQuestion[] {
  const keys = new Set<string>()
  const toKey = (path: readonly string[]) => {
    const key = path.join('_') || 'rows'
    let uniqueKey = key
    for (let number = 2; keys.has(uniqueKey); number++) uniqueKey = `${key}_${number}`
    keys.add(uniqueKey)
    return uniqueKey
  }
  const plan = (node: SchemaNode, path: readonly string[]): readonly SchemaQuestion[] => {
    if (node.kind === 'object') {
      return node.properties.flatMap(({ name, node: child }) => plan(child, [...path, name]))
    }
    const pointer = toPointer(path)
    const key = toKey(path)
    if (node.kind === 'value')
      return [{ pointer, question: planValue(node, { key, path, options }) }]
    const columns = listColumns(node.item)
    const names = { key, path, options }
    return columns
      ? [{ pointer, columns, question: planList(node, columns, names) }]
      : [{ pointer, question: planNested(node, names) }]
  }
  return plan(root, [])
}

type QuestionNames = {
  readonly key: string
  readonly path: readonly string[]
  readonly options: PlanOptions
}

const pathToWords = (path: readonly string[]): string =>
  path
    .map((step) =>
      keyToWords(step)
        .replace(/[-.\s]+/g, ' ')
        .trim()
        .toLowerCase(),
    )
    .join(' ')

/** A description that is shorter says too little without the object that it belongs to: `Name`. */
const minDescriptionWords = 3

function describe(description: string, path: readonly string[]): string {
  if (description === '') return pathToWords(path)
  const parents = pathToWords(path.slice(0, -1))
  const isShort = description.split(/\s+/).length < minDescriptionWords
  return isShort && parents !== '' ? `${parents} ${description}` : description
}

const typeByKind = {
  text: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  date: 'date',
  'date-time': 'text',
  email: 'email',
  json: 'json',
} as const

function planValue(node: SchemaValueNode, { key, path, options }: QuestionNames): Question {
  const lines = [describe(node.description, path)]
  if (options.isForModel) lines.push(...describeForm(node))
  return { key, prompt: lines.join('\n'), type: typeByKind[node.type] }
}

/** Says what a value looks like. */
function describeForm({ enumValues, examples, type }: SchemaValueNode): readonly string[] {
  const lines: string[] = []
  if (enumValues.length > 0) lines.push(`Answer with one of these: ${joinValues(enumValues)}`)
  if (examples.length > 0) lines.push(`Examples of such values: ${joinValues(examples)}`)
  if (type === 'date-time') lines.push('Answer with the date and the time, as in 2025-01-31T13:45.')
  return lines
}

const joinValues = (values: readonly EnumValue[]) =>
  values.map((value) => JSON.stringify(value)).join(', ')

function planList(
  { description }: ListNode,
  columns: readonly SchemaColumn[],
  { key, path, options }: QuestionNames,
): Question {
  const lines = [describe(description, path)]
  if (options.isForModel) {
    for (const { header, node } of columns) {
      const parts = [node.description, ...describeForm(node)].filter(Boolean)
      if (parts.length > 0) lines.push(`${header}: ${parts.join(' ')}`)
    }
  }
  const headers = columns.map(({ header }) => header)
  const list: ListSettings = { ...wholeDocumentSettings, headers }
  return { key, prompt: lines.join('\n'), type: 'record', list }
}

/** A list whose items contain lists takes a model that answers with the whole of it. */
function planNested(node: ListNode, { key, path }: QuestionNames): Question {
  const shape = JSON.stringify(toShape(node))
  const prompt = `${describe(node.description, path)}\nAnswer with JSON of this shape, null for what is not there: ${shape}`
  return { key, prompt, type: 'json' }
}

type Shape = string | readonly Shape[] | { readonly [name: string]: Shape }

function toShape(node: SchemaNode): Shape {
  if (node.kind === 'list') return [toShape(node.item)]
  if (node.kind === 'value') return [node.type, node.description].filter(Boolean).join(': ')
  return Object.fromEntries(node.properties.map(({ name, node: child }) => [name, toShape(child)]))
}

/** The columns of a list; undefined if an item contains a list, or an object without listed properties. */
function listColumns(item: SchemaNode): readonly SchemaColumn[] | undefined {
  const columns: SchemaColumn[] = []
  const headers = new Set<string>()
  const collect = (node: SchemaNode, path: readonly string[]): boolean => {
    if (node.kind === 'object') {
      return node.properties.every(({ name, node: child }) => collect(child, [...path, name]))
    }
    if (node.kind === 'list' || node.type === 'json') return false
    const header = toHeader(node, path)
    columns.push({ header: headers.has(header) ? toPointer(path) : header, path, node })
    headers.add(header)
    return true
  }
  return collect(item, []) ? columns : undefined
}

const maxHeaderLength = 60

const toHeader = ({ description }: SchemaValueNode, path: readonly string[]): string =>
  pathToWords(path) || description.slice(0, maxHeaderLength) || 'value'
