import { readFile, writeFile } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import type { Platform } from '@recto/client/platform'
import type {
  ImportedTruthsReply,
  TruthFileFormat,
} from '@recto/contract/prompt-studio/truth-files'
import { findProject, openNamedPlatform } from './open-from-environment.ts'
import { CommandLineError, readOptions } from './options.ts'
import type { ExitCode, Terminal } from './terminal.ts'

const help = `recto expected export PROJECT FILE [--json]
recto expected import PROJECT FILE [--dry-run] [--json]

Writes the expected values of a project to a file, or reads them from one. The name of the file ends with .csv or .jsonl.
An import saves all values or none: with a fault it saves nothing, lists the lines and ends with 1. Values of documents and fields that the
project does not have are counted and left out. --dry-run only counts.
Set RECTO_SERVER to the address of the server, RECTO_ORGANIZATION to the organization and RECTO_PLATFORM_KEY to one of its platform API keys.
`

/** `recto expected`: exports or imports the expected values of a project. */
export async function expected(terminal: Terminal, args: readonly string[]): Promise<ExitCode> {
  const { options, names } = readOptions(args, { 'dry-run': 'flag' } as const)
  if (options.help) {
    terminal.print(help)
    return 0
  }
  const [action, project, fileName, ...extraNames] = names
  if ((action !== 'export' && action !== 'import') || extraNames.length > 0) {
    throw new CommandLineError('Specify export or import, a project and a file.')
  }
  if (project === undefined || fileName === undefined) {
    throw new CommandLineError('Specify a project and a file.')
  }
  const format = parseFormat(fileName)
  const platform = openNamedPlatform(terminal)
  const path = `prompt-studio/${await findProject(platform, project)}/truths/file/`
  const file = { name: resolve(fileName), path, format }
  if (action === 'import') {
    return importFile(terminal, platform, {
      ...file,
      isDryRun: options['dry-run'],
      isJson: options.json,
    })
  }
  const text = await platform.readText(`${path}?format=${format}`)
  await writeFile(file.name, text)
  if (options.json) terminal.print(`${JSON.stringify({ file: file.name })}\n`)
  return 0
}

function parseFormat(fileName: string): TruthFileFormat {
  const extension = extname(fileName).toLowerCase()
  if (extension === '.csv') return 'csv'
  if (extension === '.jsonl') return 'jsonl'
  throw new CommandLineError('The name of the file must end with .csv or .jsonl.')
}

type FileToImport = {
  readonly name: string
  readonly path: string
  readonly format: TruthFileFormat
  readonly isDryRun: boolean
  readonly isJson: boolean
}

async function importFile(
  terminal: Terminal,
  platform: Platform,
  { name, path, format, isDryRun, isJson }: FileToImport,
): Promise<ExitCode> {
  const text = await readFile(name, 'utf8')
  const body = { format, truths_file: text, dry_run: isDryRun }
  const result = await platform.send<ImportedTruthsReply>('POST', path, body)
  terminal.print(isJson ? `${JSON.stringify(result)}\n` : describeImport(result))
  return result.faults > 0 ? 1 : 0
}

function describeImport(result: ImportedTruthsReply): string {
  const { new: newCount, changed: changedCount, faults, is_saved: isSaved } = result
  const counts = `${newCount} new, ${changedCount} changed, ${result.same} the same, ${result.unknown} unknown`
  const outcome = isSaved ? `Saved: ${counts}.` : `Nothing saved: ${counts}, ${faults} with faults.`
  const lines = [...result.fault_lines, ...result.unknown_lines].map(
    ({ line, document, field, reason }) =>
      [`line ${line}`, [document, field].filter(Boolean).join(', '), reason]
        .filter(Boolean)
        .join(': '),
  )
  return [outcome, ...lines].map((line) => `${line}\n`).join('')
}
