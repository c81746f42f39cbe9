import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { stringify } from 'yaml'
import type { DesiredObject, Values } from './kind.ts'
import { getKind } from './kinds.ts'
import { buildJsonSchema, fileVersion, schemaFile } from './schema.ts'

/** Returns the text of a file. Fields are sorted, so that it depends on the object alone. */
export function formatObject({ kind, name, spec }: DesiredObject, file: string): string {
  const depth = file.split('/').length - 1
  const schema = posix.join(...Array<string>(depth).fill('..'), schemaFile)
  const options = { lineWidth: 0, aliasDuplicateObjects: false, sortMapEntries: true } as const
  const head = stringify({ version: fileVersion, kind, name }, { lineWidth: 0 })
  const body = stringify({ spec } satisfies Values, options)
  return `# yaml-language-server: $schema=${schema}\n${head}${body}`
}

const maxSlug = 60

/** Returns the path of a new file; `taken` has the paths of others in small letters. */
export function chooseFile({ kind, name }: DesiredObject, takenFiles: ReadonlySet<string>): string {
  const slug = name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, maxSlug)
    .replace(/^-|-$/g, '')
  const base = `${getKind(kind).folder}/${slug || 'object'}`
  for (let number = 1; ; number += 1) {
    const file = `${base}${number === 1 ? '' : `-${number}`}.yaml`
    if (!takenFiles.has(file.toLowerCase())) return file
  }
}

/** Writes a file if its bytes differ. Returns whether they did. */
export async function writeIfChanged(folder: string, file: string, text: string): Promise<boolean> {
  const path = join(folder, file)
  const current = await readFile(path, 'utf8').catch(() => undefined)
  if (current === text) return false
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
  return true
}

export const formatSchema = (): string => `${JSON.stringify(buildJsonSchema(), null, 2)}\n`
