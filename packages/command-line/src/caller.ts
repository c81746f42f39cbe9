import { type DeploymentClient, openDeployment } from '@recto/client/deployment'
import { openPlatform, type Platform } from '@recto/client/platform'
import { addressIn, needed } from './options.ts'
import type { Terminal } from './terminal.ts'

/** The deployment that the environment names. */
export function deploymentOf(terminal: Terminal): DeploymentClient {
  const { RECTO_ADDRESS, RECTO_KEY: key } = needed(terminal, ['RECTO_ADDRESS', 'RECTO_KEY'])
  const address = addressIn(RECTO_ADDRESS, 'RECTO_ADDRESS')
  return openDeployment({ address, key, fetch: globalThis.fetch })
}

/** The organization that the environment names, for what a browser can do. */
export function platformOf(terminal: Terminal): Platform {
  const variables = ['RECTO_SERVER', 'RECTO_ORGANIZATION', 'RECTO_PLATFORM_KEY'] as const
  const given = needed(terminal, variables)
  return openPlatform({
    server: addressIn(given.RECTO_SERVER, 'RECTO_SERVER'),
    organization: given.RECTO_ORGANIZATION,
    key: given.RECTO_PLATFORM_KEY,
    fetch: globalThis.fetch,
  })
}
