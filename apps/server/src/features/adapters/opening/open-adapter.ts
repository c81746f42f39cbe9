import { createHash } from 'node:crypto'
import type {
  OpenedAdapters,
  Provider,
  ProviderKind,
  ProviderNetwork,
} from '@recto/provider-spec/provider'
import { badRequest, notFound } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { type AdapterRow, findAdapter } from '../rows/adapters.store.ts'
import { openSettings } from './adapter-settings.ts'
import { explainProviderError } from './explain-provider-error.ts'
import { type InTurn, inTurnOf } from './in-turn.ts'
import { type Pricing, pricingOf } from './pricing.ts'
import { vectorTable } from './vector-table.ts'

export type OpeningNeeds = Pick<
  Context,
  | 'vault'
  | 'providers'
  | 'fetch'
  | 'connect'
  | 'reader'
  | 'callLimiter'
  | 'circuits'
  | 'log'
  | 'configurations'
  | 'configuration'
>

type OpenAdapterResult = {
  readonly id: string
  readonly name: string
  readonly key: string
  /** Whether data leaves the installation: then the values that a run masks are masked. */
  readonly isOutside: boolean
  readonly changedAt: Date
}
type OpenAdapterOptions = OpenAdapterResult & { readonly inTurn: InTurn; readonly pricing: Pricing }
export type OpenedLlm = OpenAdapterOptions & { readonly llm: OpenedAdapters['llm'] }
export type OpenedEmbedding = OpenAdapterOptions & {
  readonly embedding: OpenedAdapters['embedding']
}
export type OpenedVectorDb = OpenAdapterResult & { readonly vectorDb: OpenedAdapters['vector-db'] }
export type OpenedTextExtractor = OpenAdapterOptions & {
  readonly extractor: OpenedAdapters['text-extractor']
}

/** Means of access to the outside that a provider gets from the process. */
export type Reach = Pick<Context, 'fetch' | 'connect' | 'reader'>

/** Returns the network access of a provider, for this organization. */
export function outsideOf({ fetch, connect, reader }: Reach, tenant: Tenant): ProviderNetwork {
  return { fetch, connect, reader, vectors: vectorTable(tenant) }
}

type OpenedAs<K extends ProviderKind> = OpenAdapterResult & {
  readonly opened: OpenedAdapters[K]
  readonly pricing: Pricing
}

/**
 * Opens an adapter without a network call. The caller must have checked that the actor may use it.
 * Work under a configuration version shares the adapters opened under it.
 */
function open<K extends ProviderKind>(
  ctx: OpeningNeeds,
  tenant: Tenant,
  kind: K,
  adapterId: string,
): Promise<OpenedAs<K>> {
  const openAnew = () => openRow(ctx, tenant, kind, adapterId)
  // Not shared: the built-in vector store uses the database handle of its caller, which may be a
  // transaction.
  if (!ctx.configuration || kind === 'vector-db') return openAnew()
  return ctx.configurations.get(ctx.configuration, `${kind}/${adapterId}`, openAnew)
}

async function openRow<K extends ProviderKind>(
  ctx: OpeningNeeds,
  tenant: Tenant,
  kind: K,
  adapterId: string,
): Promise<OpenedAs<K>> {
  const adapter = await findAdapter(tenant, adapterId)
  if (!adapter || adapter.kind !== kind) throw notFound('adapter')
  const provider = ctx.providers.find(adapter.provider_id) as Provider<K> | undefined
  if (!provider) {
    throw badRequest(`“${adapter.name}” is of a provider that this installation does not have.`)
  }
  try {
    const settings = openSettings(ctx, adapter)
    const opened = provider.open(settings, outsideOf(ctx, tenant))
    const pricing = pricingOf(adapter.provider_id, settings)
    const { id, name } = adapter
    const { outside: isOutside, modified_at: changedAt } = adapter
    return { id, name, key: keyOf(adapter, settings), changedAt, isOutside, pricing, opened }
  } catch (error) {
    throw explainProviderError(error, adapter.name)
  }
}

/**
 * Returns a key that is the same for the same settings, so that what was read or indexed with them
 * can be reused.
 */
function keyOf({ provider_id }: AdapterRow, settings: object): string {
  const { adapter_name: _, ...rest } = settings as Record<string, unknown>
  const text = JSON.stringify([provider_id, Object.entries(rest).sort()])
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

export async function openLlm(ctx: OpeningNeeds, tenant: Tenant, id: string): Promise<OpenedLlm> {
  const { opened, ...found } = await open(ctx, tenant, 'llm', id)
  return { ...found, inTurn: inTurnOf(ctx, tenant, found), llm: opened }
}

export async function openEmbedding(
  ctx: OpeningNeeds,
  tenant: Tenant,
  id: string,
): Promise<OpenedEmbedding> {
  const { opened, ...found } = await open(ctx, tenant, 'embedding', id)
  return { ...found, inTurn: inTurnOf(ctx, tenant, found), embedding: opened }
}

export async function openVectorDb(
  ctx: OpeningNeeds,
  tenant: Tenant,
  id: string,
): Promise<OpenedVectorDb> {
  const { opened, pricing: _, ...found } = await open(ctx, tenant, 'vector-db', id)
  return { ...found, vectorDb: opened }
}

export async function openTextExtractor(
  ctx: OpeningNeeds,
  tenant: Tenant,
  id: string,
): Promise<OpenedTextExtractor> {
  const { opened, ...found } = await open(ctx, tenant, 'text-extractor', id)
  return { ...found, inTurn: inTurnOf(ctx, tenant, found), extractor: opened }
}
