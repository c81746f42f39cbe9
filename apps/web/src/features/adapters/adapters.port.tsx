export { AdapterPicker } from './AdapterPicker.tsx'
export { isAdapterList } from './kinds.ts'
