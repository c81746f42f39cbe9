import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { CallRefused } from '@recto/client/deployment'
import { openNamedDeployment } from './open-from-environment.ts'
import { CommandLineError, readOptions } from './options.ts'
import type { ExitCode, Terminal } from './terminal.ts'
import { type DocumentValues, valuesOf } from './values-of.ts'

const help = `recto extract FILE… [--json]

Sends documents to a deployment and prints the values of each.
Set RECTO_ADDRESS to the address of the deployment and RECTO_KEY to one of its keys.
`

type FileValues = { readonly file: string } & DocumentValues

/** `recto extract`: prints the values of some documents. */
export async function extract(terminal: Terminal, args: readonly string[]): Promise<ExitCode> {
  const { options, names } = readOptions(args, {})
  if (options.help) {
    terminal.print(help)
    return 0
  }
  if (names.length === 0) throw new CommandLineError('Specify at least one file.')
  const deployment = openNamedDeployment(terminal)
  const documents = await Promise.all(names.map(open))

  const results: FileValues[] = []
  terminal.progress({ done: 0, total: names.length })
  for (const [index, document] of documents.entries()) {
    const outcome = await deployment
      .extract({ documents: [document] })
      .then(valuesOf)
      .catch(toFailedValues)
    results.push({ file: names[index] ?? document.name, ...outcome })
    terminal.progress({ done: results.length, total: names.length })
  }
  terminal.print(options.json ? `${JSON.stringify(results)}\n` : results.map(formatValues).join(''))
  return results.every(({ values }) => values) ? 0 : 1
}

async function open(path: string) {
  try {
    return { name: basename(path), content: await openAsBlob(path) }
  } catch {
    throw new CommandLineError(`${path} cannot be read.`)
  }
}

/** Rethrows permanent refusals: if the key opens nothing, no document was started. */
function toFailedValues(error: unknown): DocumentValues {
  if (error instanceof CallRefused && !error.isPermanent) return { error: error.message }
  throw error
}

const formatValues = ({ file, values, error }: FileValues): string =>
  `${file}\n${values ? JSON.stringify(values, null, 2) : `  failed: ${error}`}\n`
