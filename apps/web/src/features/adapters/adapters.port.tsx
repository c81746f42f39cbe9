export { AdapterPicker } from './AdapterPicker.tsx'
export type { DefaultAdapters } from './adapter.ts'
export { contextWindow, defaultTriad } from './adapters.queries.ts'
