import type { profileAdapters } from '@recto/contract/prompt-studio/profile-fields'
import type { FieldEdits, FieldValues } from '@recto/contract/wire/fields'
import { invalid } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { AdapterKind } from '../../../platform/db/tables/adapters.ts'
import { isUuid } from '../../../platform/strings.ts'
import { adapterNames, findAdapterId } from '../../adapters/adapters.port.ts'

const adapterKinds = {
  llmId: 'llm',
  embeddingId: 'embedding',
  vectorDbId: 'vector-db',
  textExtractorId: 'text-extractor',
} as const satisfies Record<keyof typeof profileAdapters, AdapterKind>

/** Adapters by name or id. */
export type CompleteAdapterReferences = FieldValues<typeof profileAdapters>
export type AdapterReferences = FieldEdits<typeof profileAdapters>

/** Resolves names or ids of adapters to ids. */
export async function resolveProfileAdapters(
  tenant: Tenant,
  references: CompleteAdapterReferences,
): Promise<CompleteAdapterReferences>
export async function resolveProfileAdapters(
  tenant: Tenant,
  references: AdapterReferences,
): Promise<AdapterReferences>
export async function resolveProfileAdapters(
  tenant: Tenant,
  references: AdapterReferences,
): Promise<AdapterReferences> {
  const adapterIds: AdapterReferences = {}
  for (const [field, kind] of Object.entries(adapterKinds)) {
    const name = field as keyof AdapterReferences
    const reference = references[name]
    if (reference === undefined) continue
    adapterIds[name] = await resolveAdapter(tenant, { field, kind, reference })
  }
  return adapterIds
}

/** Resolves the larger model of a profile; null where there is none. */
export async function resolveEscalationLlm(
  tenant: Tenant,
  reference: string | null,
): Promise<string | null> {
  if (reference === null) return null
  return resolveAdapter(tenant, { field: 'escalationLlmId', kind: 'llm', reference })
}

type AdapterReference = {
  readonly field: string
  readonly kind: AdapterKind
  readonly reference: string
}

async function resolveAdapter(
  tenant: Tenant,
  { field, kind, reference }: AdapterReference,
): Promise<string> {
  const adapterName = isUuid(reference)
    ? (await adapterNames(tenant, [reference])).get(reference)
    : reference
  const id = adapterName && (await findAdapterId(tenant, kind, adapterName))
  if (!id || (isUuid(reference) && id !== reference)) {
    throw invalid(field, `The adapter ${reference} does not exist.`, 'does_not_exist')
  }
  return id
}
