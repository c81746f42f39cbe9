import { openNamedDeployment } from './open-from-environment.ts'
import { CommandLineError, readOptions } from './options.ts'
import type { ExitCode, Terminal } from './terminal.ts'

const help = `recto verify [--json]

Checks that the server is ready and that RECTO_KEY is valid for the deployment at RECTO_ADDRESS, and lists the fields that it returns.
Nothing is run, so it costs nothing.
`

/** `recto verify`: checks that the server is ready and that the key opens the deployment. */
export async function verify(terminal: Terminal, args: readonly string[]): Promise<ExitCode> {
  const { options, names } = readOptions(args, {})
  if (options.help) {
    terminal.print(help)
    return 0
  }
  if (names.length > 0) throw new CommandLineError('verify does not take any arguments.')
  const description = await openNamedDeployment(terminal).describe()
  const { name, version, isReady, fields } = description
  const exitCode = isReady ? 0 : 1
  if (options.json) {
    terminal.print(`${JSON.stringify(description)}\n`)
    return exitCode
  }
  const lines = [
    `Server: Recto ${version} (${isReady ? 'ready' : 'not ready'})`,
    `Key: valid for ${name}`,
    'Fields:',
    ...fields.map((field) => `  ${field.name} (${field.type})`),
  ]
  terminal.print(`${lines.join('\n')}\n`)
  return exitCode
}
