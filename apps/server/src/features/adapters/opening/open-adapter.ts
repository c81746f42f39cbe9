import { createHash } from 'node:crypto'
import type { Opened, Outside, Provider, ProviderKind } from '@recto/provider-spec/provider'
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
  | 'calls'
  | 'circuits'
  | 'log'
  | 'configurations'
  | 'configuration'
>

type Found = {
  readonly id: string
  readonly name: string
  readonly key: string
  /** What goes there leaves the house: what a run masks is masked. */
  readonly isOutside: boolean
  readonly changedAt: Date
}
type Called = Found & { readonly inTurn: InTurn; readonly pricing: Pricing }
export type OpenedLlm = Called & { readonly llm: Opened['llm'] }
export type OpenedEmbedding = Called & { readonly embedding: Opened['embedding'] }
export type OpenedVectorDb = Found & { readonly vectorDb: Opened['vector-db'] }
export type OpenedTextExtractor = Called & { readonly extractor: Opened['text-extractor'] }

/** What a provider is given of a process. */
export type Reach = Pick<Context, 'fetch' | 'connect' | 'reader'>

/** The world as a provider of this organization sees it. */
export function outsideOf({ fetch, connect, reader }: Reach, tenant: Tenant): Outside {
  return { fetch, connect, reader, vectors: vectorTable(tenant) }
}

type OpenedAs<K extends ProviderKind> = Found & {
  readonly opened: Opened[K]
  readonly pricing: Pricing
}

/**
 * Opening makes no call; whether the actor may use the adapter was asked before. Work that names the
 * version of its configuration shares what others opened under it.
 */
function open<K extends ProviderKind>(
  ctx: OpeningNeeds,
  tenant: Tenant,
  kind: K,
  adapterId: string,
): Promise<OpenedAs<K>> {
  const openAnew = () => openRow(ctx, tenant, kind, adapterId)
  // The built-in store works on the database of whoever opens it, which may be a transaction.
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

/** The same settings give the same key, so that what was read or indexed under them can be reused. */
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
