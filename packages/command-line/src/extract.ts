import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { CallRefused } from '@recto/client/deployment'
import { deploymentOf } from './caller.ts'
import { readOptions } from './options.ts'
import type { Ended, Terminal } from './terminal.ts'
import { Unusable } from './unusable.ts'
import { type DocumentValues, valuesOf } from './values-of.ts'

const help = `recto extract FILE… [--json]

Sends documents to a deployment and prints the values of each.
RECTO_ADDRESS is the address of the deployment, RECTO_KEY a key that opens it.
`

type Shown = { readonly file: string } & DocumentValues

/** The values of some documents. */
export async function extract(terminal: Terminal, given: readonly string[]): Promise<Ended> {
  const { options, names } = readOptions(given, {})
  if (options.help) {
    terminal.print(help)
    return 0
  }
  if (names.length === 0) throw new Unusable('Name at least one file.')
  const deployment = deploymentOf(terminal)
  const documents = await Promise.all(names.map(open))

  const results: Shown[] = []
  terminal.progress({ done: 0, total: names.length })
  for (const [place, document] of documents.entries()) {
    const found = await deployment
      .extract({ documents: [document] })
      .then(valuesOf)
      .catch(reason)
    results.push({ file: names[place] ?? document.name, ...found })
    terminal.progress({ done: results.length, total: names.length })
  }
  terminal.print(options.json ? `${JSON.stringify(results)}\n` : results.map(inWords).join(''))
  return results.every(({ values }) => values) ? 0 : 1
}

async function open(path: string) {
  try {
    return { name: basename(path), content: await openAsBlob(path) }
  } catch {
    throw new Unusable(`${path} cannot be read.`)
  }
}

/** Who may not call at all has begun nothing. */
function reason(error: unknown): DocumentValues {
  if (error instanceof CallRefused && !error.isHopeless) return { error: error.message }
  throw error
}

const inWords = ({ file, values, error }: Shown): string =>
  `${file}\n${values ? JSON.stringify(values, null, 2) : `  failed: ${error}`}\n`
