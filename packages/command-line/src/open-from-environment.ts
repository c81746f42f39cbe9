import { type DeploymentClient, openDeployment } from '@recto/client/deployment'
import { openPlatform, type Platform } from '@recto/client/platform'
import { openTextService, type TextServiceClient } from '@recto/client/text-service'
import { parseExactJson } from '@recto/exact-json/parse-json'
import { CommandLineError, parseAddress, requireVariables } from './options.ts'
import type { Terminal } from './terminal.ts'

/** The person at the terminal ends a wait; a limit would give up documents that are paid for. */
const maxWaitSeconds = Number.POSITIVE_INFINITY

/** Opens the deployment that the environment names. */
export function openNamedDeployment(terminal: Terminal): DeploymentClient {
  const { RECTO_ADDRESS, RECTO_KEY: key } = requireVariables(terminal, [
    'RECTO_ADDRESS',
    'RECTO_KEY',
  ])
  const address = parseAddress(RECTO_ADDRESS, 'RECTO_ADDRESS')
  return openDeployment({
    address,
    key,
    maxWaitSeconds,
    fetch: globalThis.fetch,
    parseJson: parseExactJson,
  })
}

/** Opens the API of the organization that the environment names. */
export function openNamedPlatform(terminal: Terminal): Platform {
  const variables = ['RECTO_SERVER', 'RECTO_ORGANIZATION', 'RECTO_PLATFORM_KEY'] as const
  const environment = requireVariables(terminal, variables)
  return openPlatform({
    server: parseAddress(environment.RECTO_SERVER, 'RECTO_SERVER'),
    organization: environment.RECTO_ORGANIZATION,
    key: environment.RECTO_PLATFORM_KEY,
    fetch: globalThis.fetch,
  })
}

/** Opens the text service of the server that the environment names. */
export function openNamedTextService(terminal: Terminal): TextServiceClient {
  const environment = requireVariables(terminal, ['RECTO_SERVER', 'RECTO_TEXT_KEY'])
  return openTextService({
    server: parseAddress(environment.RECTO_SERVER, 'RECTO_SERVER'),
    key: environment.RECTO_TEXT_KEY,
    maxWaitSeconds,
    fetch: globalThis.fetch,
  })
}

/** Returns the id of the project with this name. */
export async function findProject(platform: Platform, name: string): Promise<string> {
  const query = new URLSearchParams({ tool_name: name, include_prompts: 'false' })
  const [project] = await platform.send<{ tool_id: string }[]>('GET', `prompt-studio/?${query}`)
  if (!project) throw new CommandLineError(`There is no project “${name}”.`)
  return project.tool_id
}
