import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { deploymentOf } from './caller.ts'
import { oneOf, readOptions } from './options.ts'
import { runFolder } from './run/run-folder.ts'
import { type Format, formatResults, formats } from './show/format-results.ts'
import type { Ended, Terminal } from './terminal.ts'
import { Unusable } from './unusable.ts'

const help = `recto run FOLDER [--to csv|json|xlsx] [--out FILE] [--state FILE] [--at-once N] [--json]

Sends every file of a folder, and of the folders in it, to a deployment and writes the values of all of them.
RECTO_ADDRESS is the address of the deployment, RECTO_KEY a key that opens it.
Called again it goes on where it was: --state is where it remembers, FOLDER/.recto-run.jsonl unless stated.
--at-once is how many files are under way at a time, 4 unless stated.
--json says at the end, on the error output, how many files there are and how many failed, as one line of JSON.
`

const usuallyAtOnce = 4
const mostAtOnce = 32

/** The values of every document of a folder. */
export async function run(terminal: Terminal, given: readonly string[]): Promise<Ended> {
  const { options, names } = readOptions(given, {
    ...{ to: 'text', out: 'text', state: 'text', 'at-once': 'text' },
  } as const)
  if (options.help) {
    terminal.print(help)
    return 0
  }
  const folder = resolve(oneOf(names, 'folder'))
  const format = formatOf(options.to ?? 'json')
  const { out } = options
  if (format === 'xlsx' && out === undefined) {
    throw new Unusable('A workbook needs a place: --out FILE.xlsx.')
  }
  const results = await runFolder({
    folder,
    deployment: deploymentOf(terminal),
    stateFile: options.state ? resolve(options.state) : join(folder, '.recto-run.jsonl'),
    atOnce: countIn(options['at-once']),
    onFile: options.json ? () => {} : terminal.progress,
  })
  const written = await formatResults(results, format)
  if (out === undefined) terminal.print(String(written))
  else await writeFile(resolve(out), written)
  const failed = results.filter(({ values }) => values === undefined).length
  if (options.json) terminal.complain(JSON.stringify({ files: results.length, failed }))
  return failed > 0 ? 1 : 0
}

function formatOf(text: string): Format {
  const format = formats.find((one) => one === text)
  if (!format) throw new Unusable(`--to is one of ${formats.join(', ')}.`)
  return format
}

function countIn(text: string | undefined): number {
  const count = text === undefined ? usuallyAtOnce : Number(text)
  if (Number.isInteger(count) && count >= 1 && count <= mostAtOnce) return count
  throw new Unusable(`--at-once is a whole number from 1 to ${mostAtOnce}.`)
}
