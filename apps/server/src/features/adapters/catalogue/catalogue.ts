import type { AnyProvider, JsonSchema, Settings } from '@recto/provider-spec/provider'
import { ProviderError } from '@recto/provider-spec/provider-error'
import { badRequest, invalid } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { AdapterKind } from '../../../platform/db/tables/adapters.ts'
import { getContextWindow, suggestModelNames } from '../../../platform/model-prices.ts'
import { type NetworkDependencies, networkOf } from '../opening/open-adapter.ts'
import { positive, serviceOf } from '../opening/pricing.ts'
import { addModelFields } from './model-fields.ts'

type ContextWindowOfDependencies = Pick<Context, 'providers'>

/** Lists the providers of one kind that can be chosen. */
export function listProviders(
  { providers }: ContextWindowOfDependencies,
  kind: AdapterKind,
): readonly AnyProvider[] {
  return providers.all.filter((provider) => provider.kind === kind && !provider.isHidden)
}

/**
 * Finds a provider; throws a field error for an id that is not in the catalogue or is of another
 * kind.
 */
export function getProviderOfKind(
  { providers }: ContextWindowOfDependencies,
  providerId: string,
  kind: AdapterKind,
): AnyProvider {
  const provider = providers.find(providerId)
  if (!provider) throw invalid('providerId', 'This provider does not exist.', 'does_not_exist')
  if (provider.kind !== kind) {
    throw invalid('kind', `“${provider.name}” does not have this type.`, 'invalid_choice')
  }
  return provider
}

/**
 * Returns the JSON Schema for the form of a provider's settings, with the names of known models.
 */
export async function findSchema(
  { providers }: ContextWindowOfDependencies,
  providerId: string,
): Promise<JsonSchema> {
  const provider = providers.find(providerId)
  if (!provider) throw badRequest('This provider does not exist.')
  const { kind } = provider
  const schema =
    kind === 'llm' && !provider.retired ? addModelFields(provider.schema) : provider.schema
  if (kind !== 'llm' && kind !== 'embedding') return schema
  const properties = schema.properties as Readonly<Record<string, object>>
  const examples = await suggestModelNames(serviceOf(providerId), kind)
  if (!properties.model || examples.length === 0) return schema
  return { ...schema, properties: { ...properties, model: { ...properties.model, examples } } }
}

/** Maximum of the database column. */
const maxWindow = 2 ** 31 - 1

/**
 * Returns the context window in tokens: from the adapter's settings, else its provider, else its
 * server, else the list of known models. Call it outside of transactions: it may wait for the server.
 * 0 when unknown, also for settings that the provider rejects.
 */
export async function contextWindowOf(
  ctx: ContextWindowOfDependencies & NetworkDependencies,
  tenant: Tenant,
  providerId: string,
  settings: Settings,
): Promise<number> {
  const provider = ctx.providers.find(providerId)
  if (provider?.kind !== 'llm') return 0
  try {
    const llm = provider.open(settings, networkOf(ctx, tenant))
    const knownWindow =
      positive(settings.context_window) ||
      llm.contextWindow ||
      (await llm.findContextWindow?.()) ||
      (await getContextWindow(namedBy(providerId, llm.model)))
    return Math.min(Math.floor(knownWindow ?? 0), maxWindow)
  } catch (error) {
    if (error instanceof ProviderError) return 0
    throw error
  }
}

const namedBy = (providerId: string, model: string) => ({ model, service: serviceOf(providerId) })
