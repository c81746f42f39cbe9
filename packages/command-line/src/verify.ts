import { deploymentOf } from './caller.ts'
import { readOptions } from './options.ts'
import type { Ended, Terminal } from './terminal.ts'
import { Unusable } from './unusable.ts'

const help = `recto verify [--json]

Says whether the server is ready, whether RECTO_KEY opens the deployment at RECTO_ADDRESS, and which fields come back.
Nothing is run, and nothing is paid.
`

/** Whether address and key fit. */
export async function verify(terminal: Terminal, given: readonly string[]): Promise<Ended> {
  const { options, names } = readOptions(given, {})
  if (options.help) {
    terminal.print(help)
    return 0
  }
  if (names.length > 0) throw new Unusable('verify takes no names.')
  const found = await deploymentOf(terminal).look()
  const { name, version, isReady, fields } = found
  const ended = isReady ? 0 : 1
  if (options.json) {
    terminal.print(`${JSON.stringify(found)}\n`)
    return ended
  }
  const lines = [
    `Server   Recto ${version}, ${isReady ? 'ready' : 'not ready'}`,
    `Key      opens ${name}`,
    'Fields',
    ...fields.map((field) => `  ${field.name} (${field.type})`),
  ]
  terminal.print(`${lines.join('\n')}\n`)
  return ended
}
