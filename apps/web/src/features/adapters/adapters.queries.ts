import * as api from '@recto/contract/adapters'
import { readAs, useChange } from '../../shared/api/ask.ts'
import { configuredFromWire } from '../../shared/session/adapter.ts'
import {
  adapterChangeToWire,
  adapterFromWire,
  newAdapterToWire,
  providerFromWire,
  settingOf,
  testToWire,
  triadFromWire,
  triadToWire,
} from './adapter.ts'

export const adaptersOfType = (type: api.AdapterType) =>
  readAs(api.listAdapters, { query: { adapter_type: type } }, (adapters) =>
    adapters.map(configuredFromWire),
  )

export const adapter = (id: string) => readAs(api.getAdapter, { params: { id } }, adapterFromWire)

export const catalogueOfType = (type: api.AdapterType) =>
  readAs(api.listSupportedAdapters, { query: { adapter_type: type } }, (catalogue) =>
    catalogue.map(providerFromWire),
  )

export const settingsSchema = (catalogueId: string) =>
  readAs(api.getAdapterSchema, { query: { id: catalogueId } }, ({ json_schema }) => json_schema)

export const defaultTriad = readAs(api.getDefaultTriad, {}, triadFromWire)

/** How many tokens the model of an adapter takes; 0 where that is not known. */
export const contextWindow = (id: string) =>
  readAs(api.getAdapterInfo, { params: { id } }, (info) => info.context_window_size)

const makesStale = [api.listAdapters, api.getAdapter, api.getAdapterInfo, api.getDefaultTriad]

/** Returns whether the service accepts the settings. */
export const useTestAdapter = () =>
  useChange(api.testAdapter, {
    makesStale: [],
    toWire: testToWire,
    fromWire: ({ is_valid }) => is_valid,
    fieldOf: settingOf,
  })

export const useCreateAdapter = () =>
  useChange(api.createAdapter, { makesStale, toWire: newAdapterToWire, fieldOf: settingOf })

export const useUpdateAdapter = () =>
  useChange(api.updateAdapter, { makesStale, toWire: adapterChangeToWire, fieldOf: settingOf })

/** By its id. */
export const useDeleteAdapter = () =>
  useChange(api.deleteAdapter, { makesStale, toWire: (id: string) => ({ params: { id } }) })

export const useSetDefaultTriad = () =>
  useChange(api.setDefaultTriad, { makesStale: [api.getDefaultTriad], toWire: triadToWire })
