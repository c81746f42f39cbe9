/** The door of this room: all that other rooms may use. */
export { adapterNames } from './adapter-names.ts'
export { findAdapterIdByName as findAdapterByName } from './adapters.store.ts'
export { assertAdaptersUsable } from './assert-adapters-usable.ts'
export { callModel, type ModelCallInput } from './call-model.ts'
export { embedTexts } from './embed-texts.ts'
export { explainProviderError } from './explain-provider-error.ts'
export { defaultTriad } from './find-default-triad.ts'
export {
  type OpenedEmbedding,
  type OpenedLlm,
  type OpenedTextExtractor,
  type OpenedVectorDb,
  type OpeningNeeds,
  openEmbedding,
  openLlm,
  openTextExtractor,
  openVectorDb,
} from './open-adapter.ts'
export { seedAdapters } from './seed-adapters.ts'
