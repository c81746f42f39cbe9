import { mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { listDifferences } from './as-code/differences.ts'
import { readInventory } from './as-code/inventory.ts'
import type { Values } from './as-code/kind.ts'
import { completeSpec, identify, isNothing } from './as-code/kinds.ts'
import { listYamlFiles, type ObjectFile, parseObject } from './as-code/read-files.ts'
import { schemaFile } from './as-code/schema.ts'
import { referSecrets } from './as-code/secrets.ts'
import { chooseFile, formatObject, formatSchema, writeIfChanged } from './as-code/write-files.ts'
import { openNamedPlatform } from './open-from-environment.ts'
import { CommandLineError, readOptions } from './options.ts'
import type { ExitCode, Terminal } from './terminal.ts'

const help = `recto pull [DIR] [--json]

Writes the projects, workflows, API deployments, pipelines, notifications, review rules, adapters and connectors of an organization as
YAML files, one for each object, into DIR (default: recto). A file never has a secret: it names an environment variable instead.
If you run it again, a file that says the same as the server stays as it is, comments included. Any other is replaced, with its comments and
with changes that were not applied: commit the files before you pull. A file stays where it is, and none is deleted.
Set RECTO_SERVER to the address of the server, RECTO_ORGANIZATION to the organization and RECTO_PLATFORM_KEY to a platform API key with the
permission “read_write”.
`

const defaultFolder = 'recto'

/** Returns the folder that a command takes. */
export function parseFolder(names: readonly string[]): string {
  if (names.length > 1) throw new CommandLineError('Specify at most one folder.')
  return resolve(names[0] ?? defaultFolder)
}

/** `recto pull`: writes the objects of an organization as files. */
export async function pull(terminal: Terminal, args: readonly string[]): Promise<ExitCode> {
  const { options, names } = readOptions(args, {})
  if (options.help) {
    terminal.print(help)
    return 0
  }
  const folder = parseFolder(names)
  const { objects } = await readInventory(openNamedPlatform(terminal))
  await mkdir(folder, { recursive: true })
  const files = await readKnownFiles(folder)
  const takenFiles = new Set(files.paths.map((file) => file.toLowerCase()))
  const changedFiles: string[] = []
  const write = async (file: string, text: string) => {
    if (await writeIfChanged(folder, file, text)) changedFiles.push(file)
  }
  await write(schemaFile, formatSchema())
  const refer = referSecrets({
    objects,
    findKnownSpec: (object) => files.objects.get(identify(object))?.spec,
  })
  for (const object of objects) {
    const knownFile = files.objects.get(identify(object))
    const file = knownFile?.file ?? chooseFile(object, takenFiles)
    takenFiles.add(file.toLowerCase())
    const storedSpec = writtenSpec(refer(object))
    if (knownFile && isSameAs(knownFile, storedSpec)) continue
    await write(
      file,
      formatObject({ kind: object.kind, name: object.name, spec: storedSpec }, file),
    )
  }
  const ids = new Set(objects.map(identify))
  const surplusFiles = [...files.objects]
    .filter(([id, object]) => !ids.has(id) && !isNothing(object))
    .map(([, { file }]) => file)
  if (options.json)
    terminal.print(`${JSON.stringify({ written: changedFiles, only_in_folder: surplusFiles })}\n`)
  else {
    terminal.print(`${objects.length} objects, ${changedFiles.length} files written to ${folder}\n`)
    for (const file of surplusFiles) terminal.print(`only in the folder: ${file}\n`)
  }
  return 0
}

const isSameAs = (file: ObjectFile, storedSpec: Values): boolean =>
  listDifferences(storedSpec, completeSpec(file, storedSpec)).length === 0

/** A project whose changes are not exported is written as published, because a file has no older version of it. */
const writtenSpec = (spec: Values): Values =>
  spec.published === 'older' ? { ...spec, published: true } : spec

/** Reads the files that are there, to keep their paths and the names of their variables. Faulty ones stay as they are. */
async function readKnownFiles(folder: string) {
  const paths = await listYamlFiles(folder)
  const objects = new Map<string, ObjectFile>()
  for (const path of paths) {
    try {
      const object = parseObject(path, await readFile(join(folder, path)))
      objects.set(identify(object), object)
    } catch (error) {
      if (!(error instanceof CommandLineError)) throw error
    }
  }
  return { paths, objects }
}
