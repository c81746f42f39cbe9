import { findProject, openNamedDeployment, openNamedPlatform } from './open-from-environment.ts'
import { readOptions, singleName } from './options.ts'
import type { ExitCode, Terminal } from './terminal.ts'
import { type VerifiedProject, verifyProject } from './verify-project.ts'

const help = `recto verify [PROJECT] [--json]

Checks that the server is ready and that RECTO_KEY is valid for the deployment at RECTO_ADDRESS, and lists the fields that it returns.
Nothing is run, so it costs nothing.

With a project, answers its expected values as the next version would, and compares them with the published version. It ends with 1 if a
value is answered worse or could not be answered. The environment is that of recto deploy.
`

/** `recto verify`: checks that the server is ready and that the key opens the deployment. */
export async function verify(terminal: Terminal, args: readonly string[]): Promise<ExitCode> {
  const { options, names } = readOptions(args, {})
  if (options.help) {
    terminal.print(help)
    return 0
  }
  if (names.length > 0) return verifyExpectedValues(terminal, names, options.json)
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

async function verifyExpectedValues(
  terminal: Terminal,
  names: readonly string[],
  isJson: boolean,
): Promise<ExitCode> {
  const name = singleName(names, 'project')
  const platform = openNamedPlatform(terminal)
  const result = await verifyProject(platform, await findProject(platform, name))
  if (!result) {
    terminal.print(isJson ? 'null\n' : 'The project has no expected values.\n')
    return 0
  }
  const { state, error, values } = result
  const failedValues = values.filter(({ outcome }) => ['worse', 'failed'].includes(outcome))
  terminal.print(isJson ? `${JSON.stringify(result)}\n` : describeResult(result, failedValues))
  if (state !== 'done') terminal.complain(error ?? `The comparison was ${state}.`)
  return state === 'done' && failedValues.length === 0 ? 0 : 1
}

function describeResult(
  { outcomes }: VerifiedProject,
  failedValues: VerifiedProject['values'],
): string {
  const counts = Object.entries(outcomes).map(([outcome, count]) => `${outcome}: ${count}`)
  const lines = failedValues.map(
    (value) =>
      `${value.outcome}: ${value.prompt_key} of ${value.document_name}: expected ${value.truth}, answered ${value.after}`,
  )
  return [counts.join(', ') || 'Nothing was compared.', ...lines]
    .map((line) => `${line}\n`)
    .join('')
}
