import type { AnyProvider, JsonSchema, Settings } from '@recto/provider-spec/provider'
import { ProviderError } from '@recto/provider-spec/provider-error'
import { badRequest, invalid } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { AdapterKind } from '../../../platform/db/tables/adapters.ts'
import { listedModels, listedWindowOf } from '../../../platform/prices/known-models.ts'
import { outsideOf, type Reach } from '../opening/open-adapter.ts'
import { positive, serviceOf } from '../opening/pricing.ts'

type Needs = Pick<Context, 'providers'>

/** The providers of one kind that can be chosen. */
export function listProviders({ providers }: Needs, kind: AdapterKind): readonly AnyProvider[] {
  return providers.all.filter((provider) => provider.kind === kind && !provider.isHidden)
}

/** Throws a field error for an id that is not in the catalogue or is of another kind. */
export function findProviderOf(
  { providers }: Needs,
  providerId: string,
  kind: AdapterKind,
): AnyProvider {
  const provider = providers.find(providerId)
  if (!provider) throw invalid('providerId', 'There is no such adapter.', 'does_not_exist')
  if (provider.kind !== kind) {
    throw invalid('kind', `${provider.name} is not of this type.`, 'invalid_choice')
  }
  return provider
}

/** The JSON Schema that draws the form of a provider's settings, with the names of models that are known. */
export async function findSchema({ providers }: Needs, providerId: string): Promise<JsonSchema> {
  const provider = providers.find(providerId)
  if (!provider) throw badRequest('There is no such adapter.')
  const { kind, schema } = provider
  if (kind !== 'llm' && kind !== 'embedding') return schema
  const properties = schema.properties as Readonly<Record<string, object>>
  const examples = await listedModels(serviceOf(providerId), kind)
  if (!properties.model || examples.length === 0) return schema
  return { ...schema, properties: { ...properties, model: { ...properties.model, examples } } }
}

/** What the column holds. */
const maxWindow = 2 ** 31 - 1

/**
 * Tokens: as the adapter's settings say, else its provider, else the list of known models. 0 when unknown,
 * also for settings that the provider would refuse.
 */
export async function contextWindowOf(
  ctx: Needs & Reach,
  tenant: Tenant,
  providerId: string,
  settings: Settings,
): Promise<number> {
  const provider = ctx.providers.find(providerId)
  if (provider?.kind !== 'llm') return 0
  try {
    const { contextWindow, model } = provider.open(settings, outsideOf(ctx, tenant))
    const own = positive(settings.context_window)
    const known = own || contextWindow || (await listedWindowOf(namedBy(providerId, model)))
    return Math.min(Math.floor(known ?? 0), maxWindow)
  } catch (error) {
    if (error instanceof ProviderError) return 0
    throw error
  }
}

const namedBy = (providerId: string, model: string) => ({ model, service: serviceOf(providerId) })
