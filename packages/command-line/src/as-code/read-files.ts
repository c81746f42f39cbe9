import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { isAlias, isNode, parseDocument, visit } from 'yaml'
import type { z } from 'zod'
import { CommandLineError } from '../options.ts'
import { type DesiredObject, keyOfObject, type Values } from './kind.ts'
import { kinds } from './kinds.ts'
import { FileHead } from './schema.ts'
import { isValues } from './values.ts'

const fileLimits = {
  files: 5000,
  /** It is the limit of a project file. */
  bytes: 10 * 1024 * 1024,
  bytesOfAll: 200 * 1024 * 1024,
  depth: 64,
} as const

export type ObjectFile = DesiredObject & {
  /** Its path within the folder. */
  readonly file: string
}

/** Reads and checks all files of a folder. Throws `CommandLineError` with the file and the field of the first fault. */
export async function readObjectFiles(folder: string): Promise<readonly ObjectFile[]> {
  const objects: ObjectFile[] = []
  const filesByKey = new Map<string, string>()
  let byteCount = 0
  for (const file of await listYamlFiles(folder)) {
    const { size } = await stat(join(folder, file))
    byteCount += size
    if (size > fileLimits.bytes) throw fault(file, `It is larger than ${fileLimits.bytes} bytes.`)
    if (byteCount > fileLimits.bytesOfAll)
      throw fault(file, `The files are larger than ${fileLimits.bytesOfAll} bytes together.`)
    const object = parseObject(file, await readFile(join(folder, file)))
    const kind = kinds.find((one) => one.kind === object.kind)
    const key = `${object.kind} ${kind ? keyOfObject(kind, object) : object.name}`
    const otherFile = filesByKey.get(key)
    if (otherFile !== undefined)
      throw fault(file, `name: ${otherFile} has the ${object.kind} “${object.name}” as well.`)
    filesByKey.set(key, file)
    objects.push(object)
  }
  return objects
}

export const fault = (file: string, problem: string) => new CommandLineError(`${file}: ${problem}`)

/** Lists the YAML files of a folder and of its folders, by name. Hidden ones are left out. */
export async function listYamlFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(
    (error: Error) => {
      throw new CommandLineError(`The folder ${folder} cannot be read: ${error.message}`)
    },
  )
  const files = entries
    .filter((entry) => !entry.isDirectory() && /\.ya?ml$/i.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !isHidden(file))
  if (files.length > fileLimits.files)
    throw new CommandLineError(`${folder} has more than ${fileLimits.files} YAML files.`)
  return files.sort()
}

const isHidden = (file: string): boolean =>
  file.split('/').some((name) => name.startsWith('.') || name === 'node_modules')

/** Parses a file and checks its fields. */
export function parseObject(file: string, bytes: Uint8Array): ObjectFile {
  const document = parseYaml(file, bytes)
  if (!isValues(document))
    throw fault(file, 'The file has no fields. It needs version, kind, name and spec.')
  const head = check(file, FileHead, document)
  const kind = kinds.find((one) => one.kind === head.kind)
  if (!kind) {
    const names = kinds.map((one) => one.kind).join(', ')
    throw fault(file, `kind: “${head.kind}” is not one of ${names}.`)
  }
  const spec = check(file, kind.spec, head.spec, 'spec.')
  const loss = findLoss(head.spec, spec, 'spec')
  if (loss) throw fault(file, loss)
  return { file, kind: head.kind, name: head.name, spec: spec as Values }
}

/** Finds what a schema has dropped, because the server takes it from older clients: an unknown field or further items. */
function findLoss(value: unknown, parsedValue: unknown, path: string): string | undefined {
  if (Array.isArray(value) && Array.isArray(parsedValue)) {
    if (parsedValue.length < value.length)
      return `${path}: There are ${value.length} items, and at most ${parsedValue.length} are possible.`
    return findFirst(value.entries(), ([index, item]) =>
      findLoss(item, parsedValue[index], `${path}.${index}`),
    )
  }
  if (!isValues(value) || !isValues(parsedValue)) return undefined
  return findFirst(Object.entries(value), ([name, field]) =>
    Object.hasOwn(parsedValue, name)
      ? findLoss(field, parsedValue[name], `${path}.${name}`)
      : `${path}.${name}: This field is unknown.`,
  )
}

function findFirst<Item>(
  items: Iterable<Item>,
  find: (item: Item) => string | undefined,
): string | undefined {
  for (const item of items) {
    const result = find(item)
    if (result !== undefined) return result
  }
  return undefined
}

function check<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  value: unknown,
  prefix = '',
): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const unknownName = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined
  const path = [...(issue?.path ?? []), ...(unknownName === undefined ? [] : [unknownName])]
  const field = `${prefix}${path.join('.')}`
  const message = unknownName === undefined ? issue?.message : 'This field is unknown.'
  throw fault(file, `${field.replace(/\.$/, '')}: ${message}`)
}

function parseYaml(file: string, bytes: Uint8Array): unknown {
  const text = decode(file, bytes)
  try {
    const document = parseDocument(text, { version: '1.2', schema: 'core', stringKeys: true })
    const [error] = document.errors
    if (error) throw fault(file, `This is not YAML: ${firstLine(error.message)}`)
    visit(document, (_key, node, path) => {
      if (path.length > fileLimits.depth)
        throw fault(file, `Values are nested more than ${fileLimits.depth} levels deep.`)
      if (isAlias(node) || (isNode(node) && 'anchor' in node && node.anchor))
        throw fault(file, 'Anchors and aliases are not allowed.')
    })
    return document.toJS({ maxAliasCount: 0 })
  } catch (error) {
    if (error instanceof CommandLineError) throw error
    throw fault(file, `This is not YAML: ${firstLine((error as Error).message)}`)
  }
}

function decode(file: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw fault(file, 'This is not a text in UTF-8.')
  }
}

const firstLine = (text: string): string => text.split('\n')[0]?.replace(/:$/, '') ?? ''
