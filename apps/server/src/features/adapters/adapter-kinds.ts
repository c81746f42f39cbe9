import type { AdapterType } from '@recto/contract/adapters'
import type { AdapterKind } from '../../platform/db/tables/adapters.ts'

const kinds: Record<AdapterType, AdapterKind> = {
  LLM: 'llm',
  EMBEDDING: 'embedding',
  VECTOR_DB: 'vector-db',
  X2TEXT: 'text-extractor',
  OCR: 'ocr',
}

const types = Object.fromEntries(Object.entries(kinds).map(([type, kind]) => [kind, type]))

/** The wire's word for a kind, and back. */
export const kindOf = (type: AdapterType): AdapterKind => kinds[type]
export const typeOf = (kind: AdapterKind): AdapterType => types[kind] as AdapterType
