/** Public entry of this feature: all that other features may import. */
export { builtInAdapterIds, isBuiltIn } from './defaults/built-in.store.ts'
export { defaultTriad, findOrMakeTriad } from './defaults/default-triad.ts'
export { completingLlms, findsValuesOnly } from './opening/completing-llms.ts'
export { explainProviderError } from './opening/explain-provider-error.ts'
export {
  type AdapterOpeningDependencies,
  type AdapterRef,
  findAdapterKey,
  type OpenedEmbedding,
  type OpenedLlm,
  type OpenedTextExtractor,
  type OpenedVectorDb,
  openEmbedding,
  openLlm,
  openTextExtractor,
  openVectorDb,
  type Sight,
} from './opening/open-adapter.ts'
export {
  type CallPrice,
  type CallTokens,
  computeCallCost,
  type Pricing,
  priceCall,
  unknownPrice,
} from './opening/pricing.ts'
export { adapterConnections } from './rows/adapter-connections.ts'
export {
  adapterNames,
  findAdapterId,
  findSharedAdapter,
  listAdaptersWithoutSecrets,
} from './rows/adapters.store.ts'
export { assertAdaptersUsable } from './rows/assert-adapters-usable.ts'
export { offeredAdapters } from './rows/offered-adapters.ts'
export { seedAdapters } from './seed-adapters.ts'
