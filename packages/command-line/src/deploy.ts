import { openNamedPlatform } from './open-from-environment.ts'
import { readOptions, singleName } from './options.ts'
import type { ExitCode, Terminal } from './terminal.ts'

const help = `recto deploy PROJECT [--name NAME] [--api-name NAME] [--force] [--json]

Exports a project of Prompt Studio, named by its id or its name, and offers it as an API. Prints the address and a key.
Called again it goes on where it was: what is there already is used. --force exports prompts that were not run, too.
RECTO_SERVER is the address of the server, RECTO_ORGANIZATION the organization, RECTO_PLATFORM_KEY a platform API key of it.
`

/** `recto deploy`: offers a project as an API. */
export async function deploy(terminal: Terminal, args: readonly string[]): Promise<ExitCode> {
  const { options, names } = readOptions(args, {
    name: 'text',
    'api-name': 'text',
    force: 'flag',
  } as const)
  if (options.help) {
    terminal.print(help)
    return 0
  }
  const platform = openNamedPlatform(terminal)
  const api = await platform.deploy({
    project: singleName(names, 'project'),
    displayName: options.name,
    apiName: options['api-name'],
    isForced: options.force,
  })
  const { address, key } = api
  terminal.print(
    options.json
      ? `${JSON.stringify({ address, key })}\n`
      : `RECTO_ADDRESS=${address}\nRECTO_KEY=${key}\n`,
  )
  return 0
}
