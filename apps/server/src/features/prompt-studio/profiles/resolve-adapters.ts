import { invalid } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { isUuid } from '../../../platform/is-uuid.ts'
import { adapterNames, findAdapterId } from '../../adapters/adapters.port.ts'

const slots = {
  llm: { field: 'llmId', kind: 'llm' },
  embedding: { field: 'embeddingId', kind: 'embedding' },
  vectorDb: { field: 'vectorDbId', kind: 'vector-db' },
  textExtractor: { field: 'textExtractorId', kind: 'text-extractor' },
} as const

type Slots = typeof slots
type ProfileAdapters = { -readonly [K in keyof Slots as Slots[K]['field']]: string }

/** Names or ids of adapters. */
export type NamedAdapters = { readonly [K in keyof Slots]?: string | undefined }
export type AllAdapters = { readonly [K in keyof Slots]: string }

/** Returns the ids of the adapters that were named; names are understood as well as ids. */
export async function resolveAdapters(tenant: Tenant, named: AllAdapters): Promise<ProfileAdapters>
export async function resolveAdapters(
  tenant: Tenant,
  named: NamedAdapters,
): Promise<Partial<ProfileAdapters>>
export async function resolveAdapters(
  tenant: Tenant,
  named: NamedAdapters,
): Promise<Partial<ProfileAdapters>> {
  const found: Partial<ProfileAdapters> = {}
  for (const [slot, { field, kind }] of Object.entries(slots)) {
    const given = named[slot as keyof Slots]
    if (given === undefined) continue
    const name = isUuid(given) ? (await adapterNames(tenant, [given])).get(given) : given
    const id = name && (await findAdapterId(tenant, kind, name))
    if (!id || (isUuid(given) && id !== given)) {
      throw invalid(slot, `There is no such adapter: ${given}.`, 'does_not_exist')
    }
    found[field] = id
  }
  return found
}
