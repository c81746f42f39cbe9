import { platformOf } from './caller.ts'
import { oneOf, readOptions } from './options.ts'
import type { Ended, Terminal } from './terminal.ts'

const help = `recto deploy PROJECT [--name NAME] [--api-name NAME] [--force] [--json]

Exports a project of Prompt Studio, named by its id or its name, and offers it as an API. Prints the address and a key.
Called again it goes on where it was: what is there already is used. --force exports prompts that were not run, too.
RECTO_SERVER is the address of the server, RECTO_ORGANIZATION the organization, RECTO_PLATFORM_KEY a platform API key of it.
`

/** Offers a project as an API. */
export async function deploy(terminal: Terminal, given: readonly string[]): Promise<Ended> {
  const { options, names } = readOptions(given, {
    ...{ name: 'text', 'api-name': 'text', force: 'flag' },
  } as const)
  if (options.help) {
    terminal.print(help)
    return 0
  }
  const platform = platformOf(terminal)
  const made = await platform.deploy({
    project: oneOf(names, 'project'),
    displayName: options.name,
    apiName: options['api-name'],
    isForced: options.force,
  })
  const { address, key } = made
  terminal.print(
    options.json
      ? `${JSON.stringify({ address, key })}\n`
      : `RECTO_ADDRESS=${address}\nRECTO_KEY=${key}\n`,
  )
  return 0
}
