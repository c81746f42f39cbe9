import type { Settings } from '@recto/provider-spec/provider'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import {
  assertAllowedToConfigure,
  hasSecretPlaceholder,
  restoreSecrets,
} from '../../connections/connections.port.ts'
import { explainConnectorError } from '../opening/explain-connector-error.ts'
import { type ConnectorDependencies, networkOfUnsaved } from '../opening/open-connector.ts'
import { connectorConnections } from '../rows/connector-connections.ts'
import { signInNeeded, tokensOfKey } from '../sign-in/sign-in-key.ts'
import { findConnectorProvider, signInFor } from './catalogue.ts'

type TestConnectorDependencies = Pick<Context, 'db'> & ConnectorDependencies
type TestConnectorRequest = {
  readonly actor: Actor
  readonly providerId: string
  readonly settings: Settings
}

/**
 * Makes one cheap call with settings that need not be stored. Throws what the service said. In an
 * organization that leaves connectors to its admins, others only test changes of their own.
 */
export async function testConnector(
  ctx: TestConnectorDependencies,
  input: TestConnectorRequest,
): Promise<void> {
  const { actor, providerId } = input
  const provider = findConnectorProvider(ctx, providerId)
  const { 'oauth-key': key, ...sentSettings } = input.settings
  const restoredSettings = await restoreSecrets(ctx, connectorConnections, {
    actor,
    providerId,
    settings: sentSettings,
  })
  if (!hasSecretPlaceholder(sentSettings))
    await assertAllowedToConfigure(tenantOf(ctx, actor), actor, 'connectors')
  const backend = signInFor(provider, restoredSettings)
  const isKey = typeof key === 'string' && key !== ''
  if (backend && !isKey && !restoredSettings.access_token) throw signInNeeded()
  const tokens = backend && isKey ? await tokensOfKey(ctx, actor, { backend, key }) : {}
  const settings = { ...restoredSettings, ...tokens }
  try {
    const connection = provider.open(settings, networkOfUnsaved(ctx, provider, settings))
    await connection.check().finally(() => connection.close())
  } catch (error) {
    throw explainConnectorError(error, { name: provider.name, isTest: true })
  }
}
