import type { ProfileChanges } from '@recto/contract/profiles'
import { invalid } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { adapterNames, findAdapterByName } from '../../adapters/adapters.port.ts'
import { isUuid } from '../is-uuid.ts'

const slots = {
  llm: { column: 'llm_id', kind: 'llm' },
  embedding_model: { column: 'embedding_id', kind: 'embedding' },
  vector_store: { column: 'vector_db_id', kind: 'vector-db' },
  x2text: { column: 'text_extractor_id', kind: 'text-extractor' },
} as const

type Slots = typeof slots
export type ProfileAdapters = { -readonly [K in keyof Slots as Slots[K]['column']]: string }

/** The ids of the adapters that were named; names are understood as well as ids. */
export async function resolveAdapters(
  tenant: Tenant,
  fields: Pick<ProfileChanges, keyof Slots>,
): Promise<Partial<ProfileAdapters>> {
  const found: Partial<ProfileAdapters> = {}
  for (const [attr, { column, kind }] of Object.entries(slots)) {
    const given = fields[attr as keyof Slots]
    if (given === undefined) continue
    const name = isUuid(given) ? (await adapterNames(tenant, [given])).get(given) : given
    const id = name && (await findAdapterByName(tenant, kind, name))
    if (!id || (isUuid(given) && id !== given)) {
      throw invalid(attr, `There is no such adapter: ${given}.`, 'does_not_exist')
    }
    found[column] = id
  }
  return found
}
