import * as api from '@recto/contract/adapters'
import { read, useChange } from '../../shared/api/ask.ts'

export const adaptersOfType = (adapter_type: api.AdapterType) =>
  read(api.listAdapters, { query: { adapter_type } })

export const adapter = (id: string) => read(api.getAdapter, { params: { id } })

export const catalogueOfType = (adapter_type: api.AdapterType) =>
  read(api.listSupportedAdapters, { query: { adapter_type } })

export const settingsSchema = (catalogueId: string) =>
  read(api.getAdapterSchema, { query: { id: catalogueId } })

export const defaultTriad = read(api.getDefaultTriad, {})

const makesStale = [api.listAdapters, api.getAdapter, api.getAdapterInfo, api.getDefaultTriad]

export const useTestAdapter = () => useChange(api.testAdapter, { makesStale: [] })
export const useCreateAdapter = () => useChange(api.createAdapter, { makesStale })
export const useUpdateAdapter = () => useChange(api.updateAdapter, { makesStale })
export const useDeleteAdapter = () => useChange(api.deleteAdapter, { makesStale })
export const useSetDefaultTriad = () =>
  useChange(api.setDefaultTriad, { makesStale: [api.getDefaultTriad] })
