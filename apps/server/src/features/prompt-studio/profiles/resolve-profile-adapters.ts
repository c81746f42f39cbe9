import { invalid } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { isUuid } from '../../../platform/strings.ts'
import { adapterNames, findAdapterId } from '../../adapters/adapters.port.ts'

const adapterSlots = {
  llm: { field: 'llmId', kind: 'llm' },
  embedding: { field: 'embeddingId', kind: 'embedding' },
  vectorDb: { field: 'vectorDbId', kind: 'vector-db' },
  textExtractor: { field: 'textExtractorId', kind: 'text-extractor' },
} as const

type AdapterSlots = typeof adapterSlots
type ProfileAdapters = { -readonly [K in keyof AdapterSlots as AdapterSlots[K]['field']]: string }

/** Adapters by name or id. */
export type AdapterReferences = { readonly [K in keyof AdapterSlots]?: string | undefined }
export type CompleteAdapterReferences = { readonly [K in keyof AdapterSlots]: string }

/** Resolves names or ids of adapters to ids. */
export async function resolveProfileAdapters(
  tenant: Tenant,
  references: CompleteAdapterReferences,
): Promise<ProfileAdapters>
export async function resolveProfileAdapters(
  tenant: Tenant,
  references: AdapterReferences,
): Promise<Partial<ProfileAdapters>>
export async function resolveProfileAdapters(
  tenant: Tenant,
  references: AdapterReferences,
): Promise<Partial<ProfileAdapters>> {
  const adapterIds: Partial<ProfileAdapters> = {}
  for (const [slot, { field, kind }] of Object.entries(adapterSlots)) {
    const reference = references[slot as keyof AdapterSlots]
    if (reference === undefined) continue
    const name = isUuid(reference)
      ? (await adapterNames(tenant, [reference])).get(reference)
      : reference
    const id = name && (await findAdapterId(tenant, kind, name))
    if (!id || (isUuid(reference) && id !== reference)) {
      throw invalid(slot, `The adapter ${reference} does not exist.`, 'does_not_exist')
    }
    adapterIds[field] = id
  }
  return adapterIds
}
