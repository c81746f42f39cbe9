import type * as api from '@recto/contract/adapters/adapters'
import type { Endpoint, EndpointRequest } from '@recto/contract/wire/endpoint'
import { omitUndefined } from '@recto/omit-undefined'
import type { AnyProvider, LocalProposal } from '@recto/provider-spec/provider'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { loadShares } from '../../platform/db/sharing.ts'
import type { AdapterKind } from '../../platform/db/tables/adapters.ts'
import { parseListQuery } from '../../platform/list-query.ts'
import { rethrowWithWireFields } from '../../platform/rethrow-with-wire-fields.ts'
import { presentTime } from '../../platform/wire-format.ts'
import { iconOf, maskSecrets, toConnectionRefusal } from '../connections/connections.port.ts'
import {
  findOwnership,
  ownersOf,
  sharedGroupsOf,
  userNames,
} from '../organizations/organizations.port.ts'
import type { TriadRow } from './defaults/default-triad.store.ts'
import type { Sight } from './opening/open-adapter.ts'
import { adapterConnections } from './rows/adapter-connections.ts'
import type { AdapterListQuery, AdapterRow } from './rows/adapters.store.ts'
import { type KnownTrouble, listTroubles } from './rows/troubles.store.ts'

const kinds: Record<api.AdapterType, AdapterKind> = {
  LLM: 'llm',
  EMBEDDING: 'embedding',
  VECTOR_DB: 'vector-db',
  X2TEXT: 'text-extractor',
  OCR: 'ocr',
}

const types = Object.fromEntries(Object.entries(kinds).map(([type, kind]) => [kind, type]))

/** Converts the wire's name of a kind to ours; `typeOf` converts it back. */
export const kindOf = (type: api.AdapterType): AdapterKind => kinds[type]
const typeOf = (kind: AdapterKind): api.AdapterType => types[kind] as api.AdapterType

export const toAdapterRefusal = (body: { readonly adapter_metadata?: object | undefined }) =>
  toConnectionRefusal('adapter', body.adapter_metadata, { kind: 'adapter_type' })

export const toTriadRefusal = rethrowWithWireFields({
  llm: 'llm_default',
  embedding: 'embedding_default',
  vectorDb: 'vector_db_default',
  textExtractor: 'x2text_default',
})

export const testedSettings = (body: Body<typeof api.testAdapter>) => ({
  providerId: body.adapter_id,
  kind: kindOf(body.adapter_type),
  settings: body.adapter_metadata,
})

export const adapterFields = (body: Body<typeof api.createAdapter>) => ({
  ...testedSettings(body),
  name: body.adapter_name,
  description: body.description,
  isSharedToOrg: body.shared_to_org,
  isExternal: body.is_outside,
})

export const adapterChanges = (body: Body<typeof api.updateAdapter>) => ({
  name: body.adapter_name,
  settings: body.adapter_metadata,
  description: body.description,
  isSharedToOrg: body.shared_to_org,
  isExternal: body.is_outside,
  sharedWith: body.shared_users,
})

const columns: ReadonlyMap<string, AdapterListQuery['order']['by']> = new Map([
  ['adapter_name', 'name'],
  ['created_at', 'created_at'],
  ['modified_at', 'modified_at'],
])

export const toAdapterListQuery = (query: api.AdapterQuery): AdapterListQuery => ({
  ...parseListQuery(query, { columns, defaultOrder: { by: 'modified_at', direction: 'desc' } }),
  name: query.adapter_name,
})

export const chosenDefaults = (body: Body<typeof api.setDefaultTriad>) => ({
  llm: body.llm_default,
  embedding: body.embedding_default,
  vectorDb: body.vector_db_default,
  textExtractor: body.x2text_default,
})

type Body<E extends Endpoint> = EndpointRequest<E>['body']
type MapAdapterDependencies = Pick<Context, 'db' | 'vault' | 'providers' | 'config'>

/** Adapters have no sign-in at a service: their settings contain a key. */
export const noSignIn = { oauth: false, python_social_auth_backend: '' }

export function presentProvider(provider: AnyProvider): api.CatalogueAdapter {
  const { id, name, description, icon, kind } = provider
  return { id, name, description, icon, adapter_type: typeOf(kind), ...noSignIn }
}

/**
 * Returns whether the adapter's provider is still available, and what to choose instead if it is
 * not.
 */
function availability(
  ctx: MapAdapterDependencies,
  { provider_id, kind }: AdapterRow,
): api.Availability {
  const provider = ctx.providers.find(provider_id)
  if (provider && !provider.retired) return { is_available: true, is_deprecated: false }
  const reason = provider?.retired ?? 'This provider is not available in this installation.'
  const adapter_name = provider?.name ?? provider_id
  return {
    is_available: false,
    is_deprecated: true,
    deprecation_metadata: { reason, adapter_name, adapter_type: typeOf(kind) },
  }
}

type LocalAdapterProposal = { readonly provider: AnyProvider; readonly proposal: LocalProposal }

export const presentProposal = ({
  provider,
  proposal,
}: LocalAdapterProposal): api.FoundAdapter => ({
  adapter_id: provider.id,
  adapter_type: typeOf(provider.kind),
  adapter_name: proposal.name,
  adapter_metadata: { ...proposal.settings },
  model: proposal.model,
  icon: provider.icon,
})

/** Presents adapters as list rows, without settings. */
export async function presentAdapters(
  ctx: MapAdapterDependencies,
  actor: Actor,
  adapters: readonly AdapterRow[],
): Promise<api.AdapterListItem[]> {
  const tenant = tenantOf(ctx, actor)
  const people = await userNames(tenant, adapters.map(creatorOf))
  const troubles = await listTroubles(tenant)
  const ownership = await findOwnership(tenant, actor, 'adapter', adapters)
  return adapters.map((adapter) => ({
    id: adapter.id,
    ...availability(ctx, adapter),
    adapter_id: adapter.provider_id,
    adapter_name: adapter.name,
    adapter_type: typeOf(adapter.kind),
    created_by: adapter.created_by,
    description: adapter.description,
    icon: iconOf(ctx, adapterConnections, adapter.provider_id),
    is_outside: adapter.outside,
    ...omitUndefined({ model: adapter.model || undefined }),
    created_by_email: ownerShown(ctx, adapter, people.get(creatorOf(adapter))?.email),
    created_at: presentTime(adapter.created_at),
    modified_at: presentTime(adapter.modified_at),
    missing_secrets: adapter.missing_secrets,
    ...ownership(adapter),
    ...presentTrouble(troubles.get(adapter.id)),
  }))
}

const presentTrouble = (trouble: KnownTrouble | undefined) =>
  trouble && { trouble: { message: trouble.message, since: presentTime(trouble.since) } }

/**
 * Presents an adapter with its settings, for its owner. Secrets appear as placeholders that only
 * the server can resolve.
 */
export async function presentAdapter(
  ctx: MapAdapterDependencies,
  actor: Actor,
  adapter: AdapterRow,
): Promise<api.Adapter> {
  const tenant = tenantOf(ctx, actor)
  const people = await userNames(tenant, [creatorOf(adapter)])
  const { users } = await loadShares(tenant, { table: 'adapter', id: adapter.id })
  return {
    id: adapter.id,
    created_at: presentTime(adapter.created_at),
    modified_at: presentTime(adapter.modified_at),
    adapter_name: adapter.name,
    adapter_id: adapter.provider_id,
    adapter_type: typeOf(adapter.kind),
    adapter_metadata: shownMetadata(ctx, adapter),
    is_active: adapter.is_active,
    is_outside: adapter.outside,
    shared_to_org: adapter.shared_to_org,
    is_friction_less: adapter.is_friction_less,
    is_usable: adapter.is_usable,
    missing_secrets: adapter.missing_secrets,
    description: adapter.description,
    organization: adapter.organization_id,
    created_by: adapter.created_by,
    modified_by: adapter.modified_by,
    shared_users: [...users],
    icon: iconOf(ctx, adapterConnections, adapter.provider_id),
    created_by_email: ownerShown(ctx, adapter, people.get(creatorOf(adapter))?.email),
    ...availability(ctx, adapter),
  }
}

export function presentAdapterInfo(adapter: AdapterRow, sight: Sight | undefined) {
  return {
    id: adapter.id,
    adapter_id: adapter.provider_id,
    adapter_name: adapter.name,
    adapter_type: typeOf(adapter.kind),
    created_by: adapter.created_by,
    // Existing clients would show 0 as a limit.
    ...omitUndefined({
      context_window_size: adapter.context_window > 0 ? adapter.context_window : undefined,
      image_input: sight && presentSight(sight),
    }),
  }
}

function presentSight({ limits: { maxCount, maxSide }, countTokens }: Sight) {
  const tokens = countTokens({ width: maxSide, height: maxSide })
  return { max_count: maxCount, tokens_per_page: tokens ?? null }
}

export async function presentAdapterUsers(
  ctx: MapAdapterDependencies,
  actor: Actor,
  adapter: AdapterRow,
) {
  const tenant = tenantOf(ctx, actor)
  const { users } = await loadShares(tenant, { table: 'adapter', id: adapter.id })
  const people = await userNames(tenant, [creatorOf(adapter), ...users])
  const person = (id: number | null) => {
    const user = id === null ? undefined : people.get(id)
    return user ? { id: user.id, username: user.username } : null
  }
  return {
    id: adapter.id,
    adapter_id: adapter.provider_id,
    adapter_name: adapter.name,
    adapter_type: typeOf(adapter.kind),
    created_by: person(adapter.created_by),
    shared_users: users.map(person).filter((one) => one !== null),
    shared_to_org: adapter.shared_to_org,
    shared_groups: await sharedGroupsOf(tenant, 'adapter', adapter.id),
    co_owners: await ownersOf(tenant, 'adapter', adapter),
  }
}

export function presentTriad(triad: TriadRow | undefined): Partial<api.DefaultTriad> {
  if (!triad) return {}
  return {
    id: triad.id,
    created_at: presentTime(triad.created_at),
    modified_at: presentTime(triad.modified_at),
    organization_member: triad.member_id,
    default_llm_adapter: triad.llm_id,
    default_embedding_adapter: triad.embedding_id,
    default_vector_db_adapter: triad.vector_db_id,
    default_x2text_adapter: triad.text_extractor_id,
  }
}

function shownMetadata(ctx: MapAdapterDependencies, adapter: AdapterRow): Record<string, unknown> {
  const settings = maskSecrets(ctx, adapterConnections, adapter)
  if (adapter.kind === 'llm') settings.context_window_size = adapter.context_window
  return settings
}

/** A frictionless adapter is shown as owned by the platform, whoever owns the row. */
function ownerShown(
  { config }: MapAdapterDependencies,
  adapter: AdapterRow,
  email = '',
): string | null {
  return adapter.is_friction_less ? config.productId : email || null
}

const creatorOf = (adapter: AdapterRow) => adapter.created_by ?? 0
