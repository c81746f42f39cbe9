import { type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import { createNamedRowQueries } from '../../../platform/db/named-rows.ts'
import { escapeLike } from '../../../platform/db/sql-text.ts'
import type { AdapterKind } from '../../../platform/db/tables/adapters.ts'
import { type Viewer, whereVisible } from '../../../platform/db/visible-rows.ts'
import type { ListQuery } from '../../../platform/list-query.ts'

export type AdapterRow = Selectable<Tables['adapter']>

/** Names are unique within a kind. */
export const {
  find: findAdapter,
  findAll: findAdapters,
  insert: insertAdapter,
  update: changeAdapter,
  /** Returns false when the adapter is still in use. */
  delete: removeAdapter,
} = createNamedRowQueries({ table: 'adapter', uniqueConstraint: 'adapter_name_key' })

export type AdapterListQuery = ListQuery<'name' | 'created_at' | 'modified_at'>

type AdapterFilter = {
  readonly kind?: AdapterKind | undefined
  readonly search?: string | undefined
  readonly name?: string | undefined
}

const newestChange = { by: 'modified_at', direction: 'desc' } as const

function visibleAdapters(
  { db, organizationId }: Tenant,
  viewer: Viewer,
  { kind, search, name }: AdapterFilter,
) {
  let query = db
    .selectFrom('adapter')
    .where('organization_id', '=', organizationId)
    .where(whereVisible(viewer, 'adapter/see', 'adapter'))
  if (kind) query = query.where('kind', '=', kind)
  if (name !== undefined) query = query.where('name', '=', name)
  return search ? query.where('name', 'ilike', `%${escapeLike(search)}%`) : query
}

/** Returns all adapters that the viewer may use, last changed first by default. */
export async function listVisibleAdapters(
  tenant: Tenant,
  viewer: Viewer,
  kind?: AdapterKind,
  { search, name, order, page }: AdapterListQuery = { order: newestChange },
): Promise<AdapterRow[]> {
  let query = visibleAdapters(tenant, viewer, { kind, search, name })
    .selectAll()
    .orderBy(order.by, order.direction)
    .orderBy('id')
  if (page) query = query.limit(page.pageSize).offset((page.page - 1) * page.pageSize)
  return query.execute()
}

export async function countVisibleAdapters(
  tenant: Tenant,
  viewer: Viewer,
  filter: AdapterFilter,
): Promise<number> {
  const { count } = await visibleAdapters(tenant, viewer, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Finds the id of an adapter by its name, which is unique within a kind, or by its id. */
export async function findAdapterId(
  tenant: Tenant,
  kind: AdapterKind,
  nameOrId: string,
): Promise<string | undefined> {
  return (await findByNameOrId(tenant, kind, nameOrId))?.id
}

/** Finds an adapter that every member of the organization may use, by its name or its id. */
export async function findSharedAdapter(tenant: Tenant, kind: AdapterKind, nameOrId: string) {
  const adapter = await findByNameOrId(tenant, kind, nameOrId)
  return adapter?.shared_to_org ? adapter : undefined
}

async function findByNameOrId({ db, organizationId }: Tenant, kind: AdapterKind, nameOrId: string) {
  const rows = await db
    .selectFrom('adapter')
    .select(['id', 'provider_id', 'shared_to_org'])
    .where('organization_id', '=', organizationId)
    .where('kind', '=', kind)
    .where(({ or, eb }) =>
      or([eb('name', '=', nameOrId), eb(sql<string>`id::text`, '=', nameOrId)]),
    )
    .execute()
  return rows.find(({ id }) => id === nameOrId) ?? rows[0]
}

/** Returns the adapters among these that were copied without their secrets. */
export async function listAdaptersWithoutSecrets(
  tenant: Tenant,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const adapters = await findAdapters(tenant, [...new Set(ids)])
  const copies = adapters.filter(({ missing_secrets: names }) => names.length > 0)
  return new Set(copies.map(({ id }) => id))
}

export async function adapterNames(
  tenant: Tenant,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const adapters = await findAdapters(tenant, [...new Set(ids)])
  return new Map(adapters.map(({ id, name }) => [id, name]))
}
