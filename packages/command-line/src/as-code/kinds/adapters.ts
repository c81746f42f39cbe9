import { CallRefused } from '@recto/client/deployment'
import { type Adapter, type AdapterListItem, AdapterType } from '@recto/contract/adapters/adapters'
import { z } from 'zod'
import type { DesiredObject, Inventory, ObjectKind, StoredObject, Values } from '../kind.ts'
import { fieldsOfForm, parseSpec, rulesOfProvider, splitSettings } from './settings.ts'

const Spec = z.strictObject({
  type: AdapterType,
  /** The id of the provider in the catalog. */
  provider: z.string().min(1).max(128),
  settings: z.record(z.string(), z.unknown()).default({}),
  description: z.string().max(10_000).nullable().default(null),
  external: z.boolean().default(false),
  shared_with_organization: z.boolean().default(false),
})

/** Names of adapters are unique for each type only. */
export const adapterKey = (type: string, name: string): string => `${type} ${name}`

const formPath = (provider: string) => `adapter_schema/?id=${encodeURIComponent(provider)}`

async function openAdapter(
  inventory: Inventory,
  item: AdapterListItem,
): Promise<StoredObject | undefined> {
  const adapter = await inventory.platform
    .send<Adapter>('GET', `adapter/${item.id}/`)
    .catch((error: unknown) => {
      // A built-in adapter can be used, and nobody can read or change it.
      if (error instanceof CallRefused && [403, 404].includes(error.status)) return undefined
      throw error
    })
  if (!adapter) {
    inventory.add('adapter', adapterKey(item.adapter_type, item.adapter_name), item.id)
    return undefined
  }
  const fields = await fieldsOfForm(inventory, formPath(adapter.adapter_id))
  const metadata = Object.fromEntries(
    Object.entries(adapter.adapter_metadata).filter(
      // The server adds it to each reply.
      ([name]) => name !== 'context_window_size' || fields.names.includes(name),
    ),
  )
  const { settings, secrets } = splitSettings(metadata, adapter.missing_secrets)
  const spec = {
    type: adapter.adapter_type,
    provider: adapter.adapter_id,
    settings,
    description: adapter.description || null,
    external: adapter.is_outside,
    shared_with_organization: adapter.shared_to_org,
  }
  return { kind: 'adapter', name: adapter.adapter_name, id: adapter.id, spec, secrets }
}

const toBody = ({ name, spec }: DesiredObject): Values => {
  const { type, provider, settings, description, external, shared_with_organization } = parseSpec(
    Spec,
    spec,
  )
  return {
    adapter_name: name,
    adapter_id: provider,
    adapter_type: type,
    adapter_metadata: settings,
    description,
    is_outside: external,
    shared_to_org: shared_with_organization,
  }
}

export const adapterKind: ObjectKind = {
  kind: 'adapter',
  folder: 'adapters',
  spec: Spec,
  keyOf: ({ name, spec }) => adapterKey(String(spec.type), name),
  async list(inventory) {
    const items = await inventory.platform.send<AdapterListItem[]>('GET', 'adapter/')
    const objects: StoredObject[] = []
    for (const item of items) {
      const object = await openAdapter(inventory, item)
      if (object) objects.push(object)
    }
    return objects
  },
  references: () => [],
  complete: (spec) => ({ ...spec, description: spec.description || null }),
  ...rulesOfProvider(formPath),
  async save({ platform }, desiredObject, storedObject) {
    const body = toBody(desiredObject)
    const savedRow = storedObject
      ? await platform.send<Adapter>('PATCH', `adapter/${storedObject.id}/`, body)
      : await platform.send<Adapter>('POST', 'adapter/', body)
    return savedRow.id
  },
  remove: ({ platform }, { id }) => platform.send('DELETE', `adapter/${id}/`),
}
