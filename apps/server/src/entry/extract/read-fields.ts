import { readFile } from 'node:fs/promises'
import type { FieldType, Question } from '@recto/provider-spec/answer'
import {
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type YAMLMap,
} from 'yaml'
import { UsageError } from './parse-command.ts'

const fieldTypes: readonly string[] = [
  'text',
  'number',
  'email',
  'date',
  'boolean',
  'json',
] satisfies FieldType[]
const fieldProperties = ['key', 'prompt', 'type']

/** Throws an error about a node of the file. */
type Reject = (node: unknown, problem: string) => never

/**
 * Reads the questions of a fields file, YAML or JSON. Throws a `UsageError` that names the line.
 */
export async function readFields(path: string): Promise<readonly Question[]> {
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    const reason = cause.code === 'ENOENT' ? 'it does not exist' : cause.message
    throw new UsageError(`The fields file ${path} cannot be read: ${reason}.`, { cause })
  })
  return parseFields(text, path)
}

function parseFields(text: string, path: string): readonly Question[] {
  const lineCounter = new LineCounter()
  const { contents, errors } = parseDocument(text, { lineCounter, prettyErrors: false })
  const reject: Reject = (node, problem) => {
    const offset = (node as Node | null)?.range?.[0] ?? 0
    throw new UsageError(`${path}, line ${lineCounter.linePos(offset).line}: ${problem}`)
  }
  const [error] = errors
  if (error) reject({ range: error.pos }, error.message)

  if (isMap(contents)) return assertUniqueKeys(contents.items.map(createPairParser(reject)), reject)
  if (isSeq(contents))
    return assertUniqueKeys(contents.items.map(createEntryParser(reject)), reject)
  return reject(contents, 'write “key: question” pairs, or a list with key, prompt and type.')
}

type ParsedField = { readonly question: Question; readonly node: unknown }

const createPairParser =
  (reject: Reject) =>
  ({ key: node, value }: Pair): ParsedField => {
    const key = getText(node) ?? reject(node, 'a key must be text.')
    const prompt = getText(value) ?? reject(node, `“${key}” must have a question after the colon.`)
    return { node, question: { key, prompt, type: 'text' } }
  }

const createEntryParser =
  (reject: Reject) =>
  (node: unknown, index: number): ParsedField => {
    const fieldLabel = `field ${index + 1}`
    if (!isMap(node)) return reject(node, `${fieldLabel} must have key, prompt and type.`)
    const unknownProperty = node.items.find(
      ({ key }) => !fieldProperties.includes(getText(key) ?? ''),
    )
    if (unknownProperty)
      reject(
        unknownProperty.key,
        `${fieldLabel} has “${unknownProperty.key}”; only key, prompt and type are allowed.`,
      )

    const key = getText(node.get('key', true)) ?? reject(node, `${fieldLabel} must have a key.`)
    const prompt = getText(node.get('prompt', true)) ?? reject(node, `“${key}” must have a prompt.`)
    const type = parseType(node, (typeNode) =>
      reject(typeNode, `the type of “${key}” must be ${joinWithOr(fieldTypes)}.`),
    )
    return { node, question: { key, prompt, type } }
  }

function parseType(entry: YAMLMap, reject: (node: unknown) => never): FieldType {
  if (!entry.has('type')) return 'text'
  const typeNode = entry.get('type', true)
  const name = getText(typeNode)
  return isFieldType(name) ? name : reject(typeNode ?? entry)
}

const isFieldType = (name: string | undefined): name is FieldType => fieldTypes.includes(name ?? '')

const joinWithOr = (names: readonly string[]) =>
  `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`

/** Returns the text of a node, or undefined if it is empty or no text. */
function getText(node: unknown): string | undefined {
  if (!isScalar(node) || typeof node.value !== 'string') return undefined
  return node.value.trim() || undefined
}

function assertUniqueKeys(fields: readonly ParsedField[], reject: Reject): readonly Question[] {
  if (fields.length === 0) reject(null, 'there are no fields.')
  const keys = new Set<string>()
  for (const { question, node } of fields) {
    if (keys.has(question.key)) reject(node, `“${question.key}” is used twice.`)
    keys.add(question.key)
  }
  return fields.map(({ question }) => question)
}
