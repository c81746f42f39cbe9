import type { Settings } from '@recto/provider-spec/provider'
import type { Actor, Context } from '../../../platform/context.ts'
import { resolveSealed } from '../opening/connector-settings.ts'
import { explainConnectorError } from '../opening/explain-connector-error.ts'
import { type ConnectorNeeds, givenOutside } from '../opening/open-connector.ts'
import { signInNeeded, tokensOfKey } from '../sign-in/sign-in-key.ts'
import { findConnectorProvider, signInFor } from './catalogue.ts'

type TestConnectorDependencies = Pick<Context, 'db'> & ConnectorNeeds
type TestConnectorRequest = {
  readonly actor: Actor
  readonly providerId: string
  readonly settings: Settings
}

/** Makes one cheap call with settings that need not be stored. Throws what the service said. */
export async function testConnector(
  ctx: TestConnectorDependencies,
  input: TestConnectorRequest,
): Promise<void> {
  const { actor, providerId } = input
  const provider = findConnectorProvider(ctx, providerId)
  const { 'oauth-key': key, ...given } = input.settings
  const resolved = await resolveSealed(ctx, actor, given)
  const backend = signInFor(provider, resolved)
  const isKey = typeof key === 'string' && key !== ''
  if (backend && !isKey && !resolved.access_token) throw signInNeeded()
  const tokens = backend && isKey ? await tokensOfKey(ctx, actor, { backend, key }) : {}
  const settings = { ...resolved, ...tokens }
  try {
    const opened = provider.open(settings, givenOutside(ctx, settings))
    await opened.check().finally(() => opened.close())
  } catch (error) {
    throw explainConnectorError(error, { name: provider.name, isTest: true })
  }
}
