import type {
  AdapterType,
  CatalogueAdapter,
  FoundAdapter,
  getDefaultTriad,
  Adapter as WireAdapter,
} from '@recto/contract/adapters'
import type { EndpointReply } from '@recto/contract/endpoint'
import { toWireNames } from '../../shared/api/wire-names.ts'
import type { FormValues } from '../../shared/form/schema-form/SchemaForm.tsx'
import type { Service } from '../../shared/services/service.ts'

export const providerFromWire = (wire: CatalogueAdapter): Service => ({
  id: wire.id,
  name: wire.name,
  description: wire.description,
  icon: wire.icon,
})

/** What answers on the machine of the installation, as it would be configured. */
export type LocalAdapter = Pick<Adapter, 'name' | 'catalogueId' | 'icon' | 'settings'>

export const localFromWire = (wire: FoundAdapter): LocalAdapter => ({
  name: wire.adapter_name,
  catalogueId: wire.adapter_id,
  icon: wire.icon,
  settings: wire.adapter_metadata,
})

/** A configured service with all that is set for it. */
export type Adapter = {
  readonly id: string
  readonly name: string
  readonly type: AdapterType
  readonly catalogueId: string
  readonly icon: string
  /** As the provider's form has them: its name is one of them. */
  readonly settings: FormValues
}

/** Whether an adapter is outside stands among its settings in the form, and beside them on the wire. */
export const outsideField = 'is_outside'

/** The form has the name among the settings; the wire has it beside them. */
export const adapterFromWire = (wire: WireAdapter): Adapter => ({
  id: wire.id,
  name: wire.adapter_name,
  type: wire.adapter_type,
  catalogueId: wire.adapter_id,
  icon: wire.icon,
  settings: {
    ...wire.adapter_metadata,
    adapter_name: wire.adapter_name,
    [outsideField]: wire.is_outside,
  },
})

type Filled = Pick<Adapter, 'type' | 'catalogueId' | 'settings'>

export function testToWire({ type, catalogueId, settings }: Filled) {
  const { [outsideField]: _, ...adapter_metadata } = settings
  return { body: { adapter_id: catalogueId, adapter_type: type, adapter_metadata } }
}

export function newAdapterToWire({ type, catalogueId, settings }: Filled) {
  const { adapter_name, [outsideField]: isOutside, ...adapter_metadata } = settings
  return {
    body: {
      adapter_id: catalogueId,
      adapter_type: type,
      adapter_name: String(adapter_name ?? ''),
      adapter_metadata,
      ...(typeof isOutside === 'boolean' && { is_outside: isOutside }),
    },
  }
}

export const adapterChangeToWire = ({ id, ...filled }: Filled & Pick<Adapter, 'id'>) => ({
  params: { id },
  ...newAdapterToWire(filled),
})

/** The server names a setting by its place in what was sent. */
export const settingOf = (attr: string): string => attr.replace(/^adapter_metadata\./, '')

const triadNames = {
  llm: 'llm_default',
  embedding: 'embedding_default',
  vectorDb: 'vector_db_default',
  textExtractor: 'x2text_default',
} as const

export type DefaultSlot = keyof typeof triadNames

/** The adapters that new projects start with, by their ids. */
export type DefaultAdapters = { readonly [Slot in DefaultSlot]?: string | null }

export const triadFromWire = (wire: EndpointReply<typeof getDefaultTriad>): DefaultAdapters => ({
  llm: wire.default_llm_adapter ?? null,
  embedding: wire.default_embedding_adapter ?? null,
  vectorDb: wire.default_vector_db_adapter ?? null,
  textExtractor: wire.default_x2text_adapter ?? null,
})

export const triadToWire = (triad: DefaultAdapters) => ({ body: toWireNames(triad, triadNames) })
