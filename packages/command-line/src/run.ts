import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { openNamedDeployment } from './open-from-environment.ts'
import { CommandLineError, readOptions, singleName } from './options.ts'
import { runFolder } from './run/run-folder.ts'
import { type Format, formatResults, formats } from './show/format-results.ts'
import type { ExitCode, Terminal } from './terminal.ts'

const help = `recto run FOLDER [--to csv|json|xlsx] [--out FILE] [--state FILE] [--at-once N] [--json]

Sends every file of a folder and its subfolders to a deployment and writes the values of all files.
Set RECTO_ADDRESS to the address of the deployment and RECTO_KEY to one of its keys.
If you run it again, it continues where it stopped. --state is the file with its progress (default: FOLDER/.recto-run.jsonl).
--at-once is the number of files that are processed at the same time (default: 4).
--json prints a line of JSON to stderr at the end, with the number of files and of failed files.
`

const defaultConcurrency = 4
const maxConcurrency = 32

/** `recto run`: writes the values of every document of a folder. */
export async function run(terminal: Terminal, args: readonly string[]): Promise<ExitCode> {
  const { options, names } = readOptions(args, {
    to: 'text',
    out: 'text',
    state: 'text',
    'at-once': 'text',
  } as const)
  if (options.help) {
    terminal.print(help)
    return 0
  }
  const folder = resolve(singleName(names, 'folder'))
  const format = parseFormat(options.to ?? 'json')
  const { out: outputFile } = options
  if (format === 'xlsx' && outputFile === undefined) {
    throw new CommandLineError('A workbook needs an output file: --out FILE.xlsx.')
  }
  const results = await runFolder({
    folder,
    deployment: openNamedDeployment(terminal),
    stateFile: options.state ? resolve(options.state) : join(folder, '.recto-run.jsonl'),
    concurrency: parseConcurrency(options['at-once']),
    onFile: options.json ? () => {} : terminal.progress,
  })
  const content = await formatResults(results, format)
  if (outputFile === undefined) terminal.print(String(content))
  else await writeFile(resolve(outputFile), content)
  const failedCount = results.filter(({ values }) => values === undefined).length
  if (options.json)
    terminal.complain(JSON.stringify({ files: results.length, failed: failedCount }))
  return failedCount > 0 ? 1 : 0
}

function parseFormat(text: string): Format {
  const format = formats.find((one) => one === text)
  if (!format) throw new CommandLineError(`--to must be one of ${formats.join(', ')}.`)
  return format
}

function parseConcurrency(text: string | undefined): number {
  const count = text === undefined ? defaultConcurrency : Number(text)
  if (Number.isInteger(count) && count >= 1 && count <= maxConcurrency) return count
  throw new CommandLineError(`--at-once must be a whole number from 1 to ${maxConcurrency}.`)
}
