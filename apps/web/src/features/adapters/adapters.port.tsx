export { isAdapterList } from './kinds.ts'
