import type { Settings } from '@recto/provider-spec/provider'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { AdapterKind } from '../../../platform/db/tables/adapters.ts'
import {
  assertAllowedToConfigure,
  hasSecretPlaceholder,
  restoreSecrets,
} from '../../connections/connections.port.ts'
import { explainProviderError } from '../opening/explain-provider-error.ts'
import { type NetworkDependencies, networkOf } from '../opening/open-adapter.ts'
import { adapterConnections } from '../rows/adapter-connections.ts'
import { getProviderOfKind } from './catalogue.ts'

type TestAdapterDependencies = Pick<Context, 'db' | 'vault' | 'providers'> & NetworkDependencies
type TestAdapterRequest = {
  readonly actor: Actor
  readonly providerId: string
  readonly kind: AdapterKind
  readonly settings: Settings
}

/**
 * Makes one cheap call with settings that need not be stored. Returns sentences about what the service
 * does in another way than the settings say. Throws what the provider said. In an
 * organization that leaves models to its admins, others only test changes of their own adapters.
 */
export async function testAdapter(
  ctx: TestAdapterDependencies,
  input: TestAdapterRequest,
): Promise<readonly string[]> {
  const { actor, providerId, kind } = input
  const provider = getProviderOfKind(ctx, providerId, kind)
  const settings = await restoreSecrets(ctx, adapterConnections, input)
  if (kind === 'llm' && !hasSecretPlaceholder(input.settings))
    await assertAllowedToConfigure(tenantOf(ctx, actor), actor, 'models')
  const name = String(settings.adapter_name ?? provider.name)
  try {
    return await provider.check(settings, networkOf(ctx, tenantOf(ctx, actor)))
  } catch (error) {
    throw explainProviderError(error, name)
  }
}
