import type { Reader } from '@recto/document-text/reader'
import type { Embedding } from './embedding.ts'
import type { Llm } from './llm.ts'
import type { TextExtractor } from './text-extractor.ts'
import type { VectorDb } from './vector-db.ts'

/** What an opened adapter of each kind is. The wire calls the kinds LLM, EMBEDDING, VECTOR_DB, X2TEXT and OCR. */
export type Opened = {
  readonly llm: Llm
  readonly embedding: Embedding
  readonly 'vector-db': VectorDb
  readonly 'text-extractor': TextExtractor
}

export type ProviderKind = keyof Opened

export type JsonSchema = { readonly [key: string]: unknown }
export type Settings = { readonly [key: string]: unknown }

/** The world as a provider sees it: all it may reach comes in by this door. */
export type Outside = {
  readonly fetch: typeof globalThis.fetch
  /** The process's own document reader, for the built-in text extractor. */
  readonly reader: Pick<Reader, 'read' | 'readStored'>
  /** The installation's own table of vectors as one organization sees it, for the built-in store. */
  readonly vectors: VectorDb
}

/** Code that knows one service. An organization's configured row of it is an adapter. */
export type Provider<K extends ProviderKind = ProviderKind> = {
  /** `name|uuid`, exact and case-sensitive: stored settings and scripts carry it. */
  readonly id: string
  readonly kind: K
  readonly name: string
  readonly description: string
  /** Root-relative address of its picture. */
  readonly icon: string
  /** Registered, but not offered in the catalogue. */
  readonly isHidden?: boolean
  /** JSON Schema of the settings, which also draws the form. Secrets have `format: password`. */
  readonly schema: JsonSchema
  /** No I/O. Throws `ProviderError` with code `settings-invalid`. */
  open(settings: Settings, outside: Outside): Opened[K]
  /** One cheap call that proves the settings. Throws `ProviderError`. */
  check(settings: Settings, outside: Outside): Promise<void>
}

export type AnyProvider = { readonly [K in ProviderKind]: Provider<K> }[ProviderKind]
