import type { AdapterType } from '@recto/contract/adapters'
import type { Settings } from '@recto/provider-spec/provider'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { kindOf } from './adapter-kinds.ts'
import { resolveSealed } from './adapter-settings.ts'
import { findProviderOf } from './catalogue.ts'
import { explainProviderError } from './explain-provider-error.ts'
import { outsideOf } from './open-adapter.ts'

type Needs = Pick<Context, 'db' | 'vault' | 'providers' | 'fetch' | 'reader'>
type Input = {
  readonly actor: Actor
  readonly providerId: string
  readonly type: AdapterType
  readonly settings: Settings
}

/** Makes one cheap call with settings that need not be stored. Throws what the provider said. */
export async function testAdapter(ctx: Needs, input: Input): Promise<void> {
  const { actor, providerId, type } = input
  const provider = findProviderOf(ctx, providerId, kindOf(type))
  const settings = await resolveSealed(ctx, actor, input.settings)
  const name = String(settings.adapter_name ?? provider.name)
  try {
    await provider.check(settings, outsideOf(ctx, tenantOf(ctx, actor)))
  } catch (error) {
    throw explainProviderError(error, name)
  }
}
