import { createHash } from 'node:crypto'
import { omitUndefined } from '@recto/omit-undefined'
import type { ImageLimits } from '@recto/provider-spec/llm'
import type {
  OpenedAdapters,
  Provider,
  ProviderKind,
  ProviderNetwork,
  Settings,
} from '@recto/provider-spec/provider'
import { AppError, badRequest, notFound } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { acceptsImages, countImageTokens, type ImageSize } from '../../../platform/model-images.ts'
import { assertHasSecrets, decryptSettings } from '../../connections/connections.port.ts'
import { adapterConnections } from '../rows/adapter-connections.ts'
import { type AdapterRow, findAdapter } from '../rows/adapters.store.ts'
import { findReplacementTime, findSettingsAt } from '../rows/earlier-settings.store.ts'
import { createCallLimit, type LimitCall } from './call-limit.ts'
import { explainProviderError } from './explain-provider-error.ts'
import { type Pricing, positive, pricingOf } from './pricing.ts'
import { vectorTable } from './vector-table.ts'

export type AdapterOpeningDependencies = Pick<
  Context,
  | 'vault'
  | 'providers'
  | 'fetch'
  | 'connect'
  | 'reader'
  | 'callLimiter'
  | 'circuits'
  | 'log'
  | 'configurationCache'
  | 'configurationVersion'
  | 'settingsTime'
> &
  FileFetch

/** Absent where adapters receive no files. */
type FileFetch = Partial<Pick<Context, 'connectorNetwork'>>

type OpenedAdapterBase = {
  readonly id: string
  readonly name: string
  readonly key: string
  /** Whether data leaves the installation: then the values that a run masks are masked. */
  readonly isExternal: boolean
  readonly changedAt: Date
}
type CallableAdapter = OpenedAdapterBase & {
  readonly limitCall: LimitCall
  readonly pricing: Pricing
}
export type OpenedLlm = CallableAdapter & {
  readonly connection: OpenedAdapters['llm']
  /** Whether the context window is only known from a list of models. */
  readonly isWindowListed: boolean
  /** Maximum number of calls that continue a reply that was cut off; absent: as usual. */
  readonly maxContinuations?: number | undefined
  /** Set if the model accepts images of pages. */
  readonly sight?: Sight | undefined
}

/** This says how a model accepts images. */
export type Sight = {
  readonly limits: ImageLimits
  /** Returns the tokens that an image takes; `undefined` if nobody documents it. */
  countTokens(size: ImageSize): number | undefined
}

export type OpenedEmbedding = CallableAdapter & {
  readonly embedding: OpenedAdapters['embedding']
}
export type OpenedVectorDb = OpenedAdapterBase & { readonly vectorDb: OpenedAdapters['vector-db'] }
export type OpenedTextExtractor = CallableAdapter & {
  readonly extractor: OpenedAdapters['text-extractor']
}

/** Means of access to the outside that a provider gets from the process. */
export type NetworkDependencies = Pick<Context, 'fetch' | 'connect' | 'reader'> & FileFetch

/** Returns the network access of a provider, for this organization. */
export function networkOf(
  { fetch, connect, reader, connectorNetwork }: NetworkDependencies,
  tenant: Tenant,
): ProviderNetwork {
  const network = { fetch, connect, reader, vectors: vectorTable(tenant) }
  return { ...network, ...omitUndefined({ fetchFile: connectorNetwork?.fetch }) }
}

type OpenedAs<K extends ProviderKind> = OpenedAdapterBase & {
  readonly connection: OpenedAdapters[K]
  readonly pricing: Pricing
  readonly maxContinuations: number | undefined
  /** Whether the settings say that the model accepts images. */
  readonly acceptsImages: boolean
  /** Context window in tokens, as the settings say it, and as it is known of the model; 0 if not. */
  readonly ownWindow: number
  readonly listedWindow: number
  /** This is absent unless an unfinished execution keeps earlier settings. */
  readonly replacedAt: Date | undefined
}

/**
 * Opens an adapter without a network call. The caller must have checked that the actor may use it.
 * Work under a configuration version shares the adapters opened under it. The files of an execution
 * use the settings from when it was created, so that all of them are answered alike.
 */
async function open<K extends ProviderKind>(
  ctx: AdapterOpeningDependencies,
  tenant: Tenant,
  kind: K,
  adapterId: string,
): Promise<OpenedAs<K>> {
  const current = await openShared(ctx, tenant, { kind, adapterId })
  const { settingsTime: time } = ctx
  if (!time || !current.replacedAt || current.replacedAt <= time) return current
  return openShared(ctx, tenant, { kind, adapterId, time })
}

type OpeningRequest<K> = {
  readonly kind: K
  readonly adapterId: string
  /** The settings are those of this time; the current ones by default. */
  readonly time?: Date
}

function openShared<K extends ProviderKind>(
  ctx: AdapterOpeningDependencies,
  tenant: Tenant,
  request: OpeningRequest<K>,
): Promise<OpenedAs<K>> {
  const { kind, adapterId, time } = request
  const openAnew = () => openRow(ctx, tenant, request)
  // Not shared: the built-in vector store uses the database handle of its caller, which may be a
  // transaction.
  if (!ctx.configurationVersion || kind === 'vector-db') return openAnew()
  const key = [kind, adapterId, ...(time ? [time.toISOString()] : [])].join('/')
  return ctx.configurationCache.get(ctx.configurationVersion, key, openAnew)
}

async function openRow<K extends ProviderKind>(
  ctx: AdapterOpeningDependencies,
  tenant: Tenant,
  { kind, adapterId, time }: OpeningRequest<K>,
): Promise<OpenedAs<K>> {
  const currentAdapter = await findAdapter(tenant, adapterId)
  if (!currentAdapter || currentAdapter.kind !== kind) throw notFound('adapter')
  const replacedAt = await findReplacementTime(tenant, adapterId)
  const earlierSettings = time && (await findSettingsAt(tenant, { adapterId, time }))
  const adapter = { ...currentAdapter, ...omitUndefined({ settings: earlierSettings }) }
  const provider = ctx.providers.find(adapter.provider_id) as Provider<K> | undefined
  if (!provider) {
    throw badRequest(`The provider of “${adapter.name}” is not available in this installation.`)
  }
  if (earlierSettings === undefined) assertHasSecrets(ctx, adapterConnections, adapter)
  try {
    const settings = decryptSettings(ctx, adapterConnections, adapter)
    const connection = provider.open(settings, networkOf(ctx, tenant))
    const pricing = pricingOf(adapter.provider_id, settings)
    const { id, name } = adapter
    const { outside: isOutside, modified_at: changedAt } = adapter
    return {
      id,
      name,
      key: keyOf(adapter, settings),
      changedAt,
      replacedAt,
      isExternal: isOutside,
      pricing,
      maxContinuations: maxContinuationsOf(settings),
      acceptsImages: settings.accepts_images === true,
      ownWindow: positive(settings.context_window) ?? 0,
      listedWindow: adapter.context_window,
      connection,
    }
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

/** More continuations than this are never of use. */
const maxContinuations = 100

function maxContinuationsOf(settings: Settings): number | undefined {
  const count = positive(settings.max_continuations)
  return count === undefined ? undefined : Math.min(Math.floor(count), maxContinuations)
}

export type AdapterRef = { readonly kind: ProviderKind; readonly id: string }

/**
 * Finds the key of an adapter as work under the same configuration version opens it; `undefined`
 * where it cannot be opened.
 */
export async function findAdapterKey(
  ctx: AdapterOpeningDependencies,
  tenant: Tenant,
  { kind, id }: AdapterRef,
): Promise<string | undefined> {
  try {
    const { key } = await open(ctx, tenant, kind, id)
    return key
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

export async function openLlm(
  ctx: AdapterOpeningDependencies,
  tenant: Tenant,
  id: string,
): Promise<OpenedLlm> {
  const {
    connection,
    ownWindow,
    listedWindow,
    acceptsImages: isStated,
    replacedAt: _,
    ...adapter
  } = await open(ctx, tenant, 'llm', id)
  const contextWindow = connection.contextWindow || ownWindow || listedWindow
  return {
    ...adapter,
    isWindowListed: !connection.contextWindow && !ownWindow,
    limitCall: createCallLimit(ctx, tenant, adapter),
    connection: { ...connection, contextWindow },
    ...omitUndefined({ sight: sightOf(connection, adapter.pricing.service, isStated) }),
  }
}

function sightOf(
  { model, complete, imageLimits: limits }: OpenedAdapters['llm'],
  service: string,
  isStated: boolean,
): Sight | undefined {
  const namedModel = { model, service }
  if (!complete || !limits) return undefined
  if (!isStated && acceptsImages(namedModel) !== 'yes') return undefined
  return { limits, countTokens: (size) => countImageTokens(namedModel, size) }
}

export async function openEmbedding(
  ctx: AdapterOpeningDependencies,
  tenant: Tenant,
  id: string,
): Promise<OpenedEmbedding> {
  const { connection, replacedAt: _, ...adapter } = await open(ctx, tenant, 'embedding', id)
  return { ...adapter, limitCall: createCallLimit(ctx, tenant, adapter), embedding: connection }
}

export async function openVectorDb(
  ctx: AdapterOpeningDependencies,
  tenant: Tenant,
  id: string,
): Promise<OpenedVectorDb> {
  const {
    connection,
    pricing: _,
    replacedAt: __,
    ...adapter
  } = await open(ctx, tenant, 'vector-db', id)
  return { ...adapter, vectorDb: connection }
}

export async function openTextExtractor(
  ctx: AdapterOpeningDependencies,
  tenant: Tenant,
  id: string,
): Promise<OpenedTextExtractor> {
  const { connection, replacedAt: _, ...adapter } = await open(ctx, tenant, 'text-extractor', id)
  return { ...adapter, limitCall: createCallLimit(ctx, tenant, adapter), extractor: connection }
}
