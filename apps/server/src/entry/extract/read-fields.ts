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
import { UsageError } from './usage-error.ts'

const types: readonly string[] = [
  'text',
  'number',
  'email',
  'date',
  'boolean',
  'json',
] satisfies FieldType[]
const properties = ['key', 'prompt', 'type']

/** Refuses at a place of the file. */
type Refuse = (at: unknown, problem: string) => never

/** The questions of a fields file, YAML or JSON. Throws `UsageError` that names the line. */
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
  const refuse: Refuse = (at, problem) => {
    const offset = (at as Node | null)?.range?.[0] ?? 0
    throw new UsageError(`${path}, line ${lineCounter.linePos(offset).line}: ${problem}`)
  }
  const [error] = errors
  if (error) refuse({ range: error.pos }, error.message)

  if (isMap(contents)) return unique(contents.items.map(questionOfPair(refuse)), refuse)
  if (isSeq(contents)) return unique(contents.items.map(questionOfEntry(refuse)), refuse)
  return refuse(contents, 'write “key: question” pairs, or a list with key, prompt and type.')
}

type Found = { readonly question: Question; readonly at: unknown }

const questionOfPair =
  (refuse: Refuse) =>
  ({ key: at, value }: Pair): Found => {
    const key = textOf(at) ?? refuse(at, 'a key must be a text.')
    const prompt = textOf(value) ?? refuse(at, `“${key}” must have a question after the colon.`)
    return { at, question: { key, prompt, type: 'text' } }
  }

const questionOfEntry =
  (refuse: Refuse) =>
  (at: unknown, index: number): Found => {
    const place = `field ${index + 1}`
    if (!isMap(at)) return refuse(at, `${place} must have key, prompt and type.`)
    const other = at.items.find(({ key }) => !properties.includes(textOf(key) ?? ''))
    if (other)
      refuse(other.key, `${place} has “${other.key}”; only key, prompt and type are known.`)

    const key = textOf(at.get('key', true)) ?? refuse(at, `${place} must have a key.`)
    const prompt = textOf(at.get('prompt', true)) ?? refuse(at, `“${key}” must have a prompt.`)
    const type = typeOf(at, (given) =>
      refuse(given, `the type of “${key}” must be ${listed(types)}.`),
    )
    return { at, question: { key, prompt, type } }
  }

function typeOf(entry: YAMLMap, refuse: (at: unknown) => never): FieldType {
  if (!entry.has('type')) return 'text'
  const given = entry.get('type', true)
  const name = textOf(given)
  return isType(name) ? name : refuse(given ?? entry)
}

const isType = (name: string | undefined): name is FieldType => types.includes(name ?? '')

const listed = (names: readonly string[]) =>
  `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`

/** A text that says something. */
function textOf(node: unknown): string | undefined {
  if (!isScalar(node) || typeof node.value !== 'string') return undefined
  return node.value.trim() || undefined
}

function unique(found: readonly Found[], refuse: Refuse): readonly Question[] {
  if (found.length === 0) refuse(null, 'there is no field.')
  const keys = new Set<string>()
  for (const { question, at } of found) {
    if (keys.has(question.key)) refuse(at, `“${question.key}” is there twice.`)
    keys.add(question.key)
  }
  return found.map(({ question }) => question)
}
