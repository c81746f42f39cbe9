import * as api from '@recto/contract/adapters/adapters'
import { rowsIn } from '@recto/contract/wire/paging'
import { readAs, useChange } from '../../shared/api/requests.ts'
import { configuredFromWire } from '../../shared/session/adapter.ts'
import {
  adapterChangeToWire,
  adapterFromWire,
  localFromWire,
  modelInfoFromWire,
  newAdapterToWire,
  providerFromWire,
  settingOf,
  testToWire,
  triadFromWire,
  triadToWire,
} from './adapter.ts'

export const adaptersOfType = (type: api.AdapterType) =>
  readAs(api.listAdapters, { query: { adapter_type: type } }, (adapters) =>
    rowsIn(adapters).map(configuredFromWire),
  )

export const adapter = (id: string) => readAs(api.getAdapter, { params: { id } }, adapterFromWire)

export const catalogueOfType = (type: api.AdapterType) =>
  readAs(api.listSupportedAdapters, { query: { adapter_type: type } }, (catalogue) =>
    catalogue.map(providerFromWire),
  )

/** Model servers on this machine; `look` also probes ports that other programs use. */
export const localAdapters = (type: api.AdapterType, isRefreshing: boolean) =>
  readAs(
    api.listLocalAdapters,
    { query: { adapter_type: type, look: isRefreshing ? 'true' : 'false' } },
    (reply) => reply.map(localFromWire),
  )

export const settingsSchema = (catalogueId: string) =>
  readAs(api.getAdapterSchema, { query: { id: catalogueId } }, ({ json_schema }) => json_schema)

export const defaultTriad = readAs(api.getDefaultTriad, {}, triadFromWire)

/** Loads what is known of an adapter's model. */
export const modelInfo = (id: string) =>
  readAs(api.getAdapterInfo, { params: { id } }, modelInfoFromWire)

const invalidates = [api.listAdapters, api.getAdapter, api.getAdapterInfo, api.getDefaultTriad]

/** Returns whether the service accepts the settings, and what it does in another way than they say. */
export const useTestAdapter = () =>
  useChange(api.testAdapter, {
    invalidates: [],
    toWire: testToWire,
    fromWire: ({ is_valid, notes = [] }) => ({ isValid: is_valid, notes }),
    fieldOf: settingOf,
  })

export const useCreateAdapter = () =>
  useChange(api.createAdapter, { invalidates, toWire: newAdapterToWire, fieldOf: settingOf })

export const useUpdateAdapter = () =>
  useChange(api.updateAdapter, { invalidates, toWire: adapterChangeToWire, fieldOf: settingOf })

/** Deletes the adapter with the given id. */
export const useDeleteAdapter = () =>
  useChange(api.deleteAdapter, { invalidates, toWire: (id: string) => ({ params: { id } }) })

export const useSetDefaultTriad = () =>
  useChange(api.setDefaultTriad, { invalidates: [api.getDefaultTriad], toWire: triadToWire })
