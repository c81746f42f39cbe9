import type {
  AdapterType,
  CatalogueAdapter,
  FoundAdapter,
  getAdapterInfo,
  getDefaultTriad,
  Adapter as WireAdapter,
} from '@recto/contract/adapters/adapters'
import type { EndpointReply } from '@recto/contract/wire/endpoint'
import { omitUndefined } from '@recto/omit-undefined'
import { toWireNames } from '../../shared/api/wire-names.ts'
import type { FormValues } from '../../shared/form/schema-form/SchemaForm.tsx'
import type { Service } from '../../shared/services/ServiceGrid.tsx'

export const providerFromWire = (wire: CatalogueAdapter): Service => ({
  id: wire.id,
  name: wire.name,
  description: wire.description,
  icon: wire.icon,
})

/** A model server found on this machine, with the settings it would be configured with. */
export type LocalAdapter = Pick<Adapter, 'name' | 'catalogueId' | 'icon' | 'settings'>

export const localFromWire = (wire: FoundAdapter): LocalAdapter => ({
  name: wire.adapter_name,
  catalogueId: wire.adapter_id,
  icon: wire.icon,
  settings: wire.adapter_metadata,
})

/** A configured service with all its settings. */
export type Adapter = {
  readonly id: string
  readonly name: string
  readonly type: AdapterType
  readonly catalogueId: string
  readonly icon: string
  /** Settings as in the service's form, including the name. */
  readonly settings: FormValues
  /** Names of the settings whose secrets were not copied with it. */
  readonly missingSecrets: readonly string[]
}

/**
 * Name of the external flag. It is one of the settings in the form, but a separate field on the
 * wire.
 */
export const externalField = 'is_outside'

/** The form has the name among the settings; on the wire it is a separate field. */
export const adapterFromWire = (wire: WireAdapter): Adapter => ({
  id: wire.id,
  name: wire.adapter_name,
  type: wire.adapter_type,
  catalogueId: wire.adapter_id,
  icon: wire.icon,
  settings: {
    ...wire.adapter_metadata,
    adapter_name: wire.adapter_name,
    [externalField]: wire.is_outside,
  },
  missingSecrets: wire.missing_secrets,
})

type AdapterFormValues = Pick<Adapter, 'type' | 'catalogueId' | 'settings'>

export function testToWire({ type, catalogueId, settings }: AdapterFormValues) {
  const { [externalField]: _, ...adapter_metadata } = settings
  return { body: { adapter_id: catalogueId, adapter_type: type, adapter_metadata } }
}

export function newAdapterToWire({ type, catalogueId, settings }: AdapterFormValues) {
  const { adapter_name, [externalField]: isOutside, ...adapter_metadata } = settings
  return {
    body: {
      adapter_id: catalogueId,
      adapter_type: type,
      adapter_name: String(adapter_name ?? ''),
      adapter_metadata,
      ...omitUndefined({ is_outside: typeof isOutside === 'boolean' ? isOutside : undefined }),
    },
  }
}

export const adapterChangeToWire = ({
  id,
  ...formValues
}: AdapterFormValues & Pick<Adapter, 'id'>) => ({
  params: { id },
  ...newAdapterToWire(formValues),
})

/** Converts the path of a rejected setting in the request to its name in the form. */
export const settingOf = (attr: string): string => attr.replace(/^adapter_metadata\./, '')

const triadNames = {
  llm: 'llm_default',
  embedding: 'embedding_default',
  vectorDb: 'vector_db_default',
  textExtractor: 'x2text_default',
} as const

export type DefaultSlot = keyof typeof triadNames

/** Ids of the default adapters for new projects. */
export type DefaultAdapters = { readonly [Slot in DefaultSlot]?: string | null }

export const triadFromWire = (wire: EndpointReply<typeof getDefaultTriad>): DefaultAdapters => ({
  llm: wire.default_llm_adapter ?? null,
  embedding: wire.default_embedding_adapter ?? null,
  vectorDb: wire.default_vector_db_adapter ?? null,
  textExtractor: wire.default_x2text_adapter ?? null,
})

export const triadToWire = (triad: DefaultAdapters) => ({ body: toWireNames(triad, triadNames) })

/** These facts are known of the model of an adapter. */
export type ModelInfo = {
  /** In tokens; 0 if unknown. */
  readonly contextWindow: number
  /** Set if the model accepts images of pages. */
  readonly imageInput: ImageInput | undefined
}

type ImageInput = {
  readonly maxCount: number
  /** Undefined if unknown. */
  readonly tokensPerPage: number | undefined
}

export const modelInfoFromWire = ({
  context_window_size: contextWindow = 0,
  image_input: imageInput,
}: EndpointReply<typeof getAdapterInfo>): ModelInfo => ({
  contextWindow,
  imageInput: imageInput && {
    maxCount: imageInput.max_count,
    tokensPerPage: imageInput.tokens_per_page ?? undefined,
  },
})
