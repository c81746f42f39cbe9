/** `npm run run-folder -- FOLDER`: the values of every document in a folder, by a deployment. */
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CallRefused } from '@recto/client/deployment'
import { readEnvironment } from './process/read-environment.ts'
import { type Format, formatResults, formats } from './run-folder/format-results.ts'
import { runFolder } from './run-folder/run-folder.ts'

const help = `npm run run-folder -- FOLDER --to csv|json [--out FILE] [--state FILE] [--json]

Sends every file of a folder to a deployment and writes the values of all of them.
RECTO_ADDRESS is the address of the deployment, RECTO_KEY a key that opens it.
Called again it goes on where it was: --state is where it remembers, FOLDER/.recto-run.jsonl unless stated.
--json says at the end, on the error output, how many files there are and how many failed, as one line of JSON.
Ends with 0 when every file has its values, 1 when some have not, 2 when it could not begin.`

const { stdout, stderr } = process
const variables = readEnvironment()
const isByNpm = variables.npm_lifecycle_event === 'run-folder'
const here = (isByNpm && variables.INIT_CWD) || process.cwd()

process.exitCode = await main().catch((error: unknown) => {
  const isKnown = error instanceof CallRefused || (error as { code?: unknown }).code !== undefined
  if (!isKnown) throw error
  stderr.write(`${(error as Error).message}\n`)
  return 2
})

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      to: { type: 'string', default: 'json' },
      out: { type: 'string' },
      state: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    stdout.write(`${help}\n`)
    return 0
  }
  const { RECTO_ADDRESS: address, RECTO_KEY: key } = variables
  if (!address || !key) return explain('Set RECTO_ADDRESS and RECTO_KEY.')
  const [given, ...more] = positionals
  if (given === undefined || more.length > 0) return explain('Name one folder.')
  const format = formats.find((one) => one === values.to)
  if (!format) return explain(`--to is one of ${formats.join(' and ')}.`)

  return run({ ...values, deployment: { address, key }, folder: resolve(here, given), format })
}

type Wanted = {
  readonly deployment: { readonly address: string; readonly key: string }
  readonly folder: string
  readonly format: Format
  readonly state?: string | undefined
  readonly out?: string | undefined
  readonly json: boolean
}

async function run({ deployment, folder, format, state, out, json }: Wanted): Promise<number> {
  const stateFile = state ? resolve(here, state) : join(folder, '.recto-run.jsonl')
  const onFile = stderr.isTTY && !json ? showProgress : () => {}
  const given = { ...deployment, fetch: globalThis.fetch, folder, stateFile, onFile }
  const results = await runFolder(given)
  await write(formatResults(results, format), out)
  const failed = results.filter(({ error }) => error !== undefined).length
  if (json) stderr.write(`${JSON.stringify({ files: results.length, failed })}\n`)
  return failed > 0 ? 1 : 0
}

function explain(fault: string): number {
  stderr.write(`${fault}\n${help}\n`)
  return 2
}

function showProgress({ done, total }: { readonly done: number; readonly total: number }): void {
  const width = 30
  const bar = '█'.repeat(Math.floor((done / total) * width)).padEnd(width, '░')
  stderr.write(`\r${bar} ${done} of ${total} files${done === total ? '\n' : ''}`)
}

async function write(text: string, out: string | undefined): Promise<void> {
  if (out === undefined) stdout.write(text)
  else await writeFile(resolve(here, out), text)
}
