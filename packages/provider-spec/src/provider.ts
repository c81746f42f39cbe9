import type { Socket } from 'node:net'
import type { Reader } from '@recto/document-text/reader'
import type { Embedding } from './embedding.ts'
import type { Llm } from './llm.ts'
import type { Ocr } from './ocr.ts'
import type { TextExtractor } from './text-extractor.ts'
import type { VectorDb } from './vector-db.ts'

/** What an opened adapter of each kind is. The wire calls the kinds LLM, EMBEDDING, VECTOR_DB, X2TEXT and OCR. */
export type Opened = {
  readonly llm: Llm
  readonly embedding: Embedding
  readonly 'vector-db': VectorDb
  readonly 'text-extractor': TextExtractor
  readonly ocr: Ocr
}

export type ProviderKind = keyof Opened

export type JsonSchema = { readonly [key: string]: unknown }
export type Settings = { readonly [key: string]: unknown }

/** The world as a provider sees it: all it may reach comes in by this door. */
export type Outside = {
  readonly fetch: typeof globalThis.fetch
  /** A connection to a port, made once its address was judged. For protocols that are not HTTP. */
  connect(to: {
    readonly host: string
    readonly port: number
    readonly signal?: AbortSignal | undefined
  }): Promise<Socket>
  /** The process's own document reader, for the built-in text extractor. */
  readonly reader: Pick<Reader, 'read' | 'readStored'>
  /** The installation's own table of vectors as one organization sees it, for the built-in store. */
  readonly vectors: VectorDb
}

/** An adapter that somebody may want, because its service answers on this machine. */
export type LocalProposal = {
  /** What it might be called. */
  readonly name: string
  readonly model: string
  readonly settings: Settings
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
  /** Why a service is gone that adapters were once made of, and what to choose in its place. */
  readonly retired?: string
  /** JSON Schema of the settings, which also draws the form. Secrets have `format: password`. */
  readonly schema: JsonSchema
  /** No I/O. Throws `ProviderError` with code `settings-invalid`. */
  open(settings: Settings, outside: Outside): Opened[K]
  /** One cheap call that proves the settings. Throws `ProviderError`. */
  check(settings: Settings, outside: Outside): Promise<void>
  /**
   * What of it answers on this machine, on its usual ports. Ports that other programs have as well are knocked at
   * only when somebody has asked for that. Throws nothing: what does not answer is not there.
   */
  findLocal?(
    outside: Outside,
    options: { readonly isAsked: boolean },
  ): Promise<readonly LocalProposal[]>
}

export type AnyProvider = { readonly [K in ProviderKind]: Provider<K> }[ProviderKind]
