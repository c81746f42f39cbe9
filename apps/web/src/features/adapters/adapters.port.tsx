export { AdapterPicker } from './AdapterPicker.tsx'
export type { DefaultAdapters, ModelInfo } from './adapter.ts'
export { defaultTriad, modelInfo } from './adapters.queries.ts'
