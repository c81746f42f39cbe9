import { openNamedPlatform } from './open-from-environment.ts'
import { readOptions, singleName } from './options.ts'
import type { ExitCode, Terminal } from './terminal.ts'

const help = `recto deploy PROJECT [--name NAME] [--api-name NAME] [--force] [--json]

Exports a project of Prompt Studio, given by its id or name, and deploys it as an API. Prints the address and a key.
If you run it again, it reuses what already exists. --force exports the project even if some prompts were never run.
Set RECTO_SERVER to the address of the server, RECTO_ORGANIZATION to the organization and RECTO_PLATFORM_KEY to one of its platform API keys.
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
