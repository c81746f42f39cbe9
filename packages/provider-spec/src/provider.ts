import type { Socket } from 'node:net'
import type { Reader } from '@recto/document-text/reader'
import type { Embedding } from './embedding.ts'
import type { Llm } from './llm.ts'
import type { Ocr } from './ocr.ts'
import type { TextExtractor } from './text-extractor.ts'
import type { VectorDb } from './vector-db.ts'

/**
 * The interface that an opened adapter of each kind offers. The wire calls the kinds LLM,
 * EMBEDDING, VECTOR_DB, X2TEXT and OCR.
 */
export type OpenedAdapters = {
  readonly llm: Llm
  readonly embedding: Embedding
  readonly 'vector-db': VectorDb
  readonly 'text-extractor': TextExtractor
  readonly ocr: Ocr
}

export type ProviderKind = keyof OpenedAdapters

export type JsonSchema = { readonly [key: string]: unknown }
export type Settings = { readonly [key: string]: unknown }

/**
 * Everything outside the process that a provider may use. It has no other access, so tests and
 * limits can replace it.
 */
export type ProviderNetwork = {
  readonly fetch: typeof globalThis.fetch
  /** A `fetch` for responses of any size, whose reader limits them; absent where all have the same limit. */
  readonly fetchFile?: typeof globalThis.fetch
  /**
   * Opens a connection to a port once its address has been judged. For protocols other than HTTP.
   */
  connect(to: {
    readonly host: string
    readonly port: number
    readonly signal?: AbortSignal | undefined
  }): Promise<Socket>
  /** The document reader of this process, for the built-in text extractor. */
  readonly reader: Pick<Reader, 'read' | 'readStored'>
  /** The vector table of the installation, limited to one organization, for the built-in store. */
  readonly vectors: VectorDb
}

/** An adapter that can be offered because its service runs on this machine. */
export type LocalProposal = {
  /** Suggested name of the adapter. */
  readonly name: string
  readonly model: string
  readonly settings: Settings
}

/** Code for one service. A row that an organization configures for it is an adapter. */
export type Provider<K extends ProviderKind = ProviderKind> = {
  /** `name|uuid`, exact and case-sensitive: stored settings and scripts carry it. */
  readonly id: string
  readonly kind: K
  readonly name: string
  readonly description: string
  /** Root-relative URL of the icon. */
  readonly icon: string
  /** Registered, but not offered in the catalogue. */
  readonly isHidden?: boolean
  /** Set when the service no longer exists: says why, and what to choose instead. */
  readonly retired?: string
  /** JSON Schema of the settings, which also draws the form. Secrets have `format: password`. */
  readonly schema: JsonSchema
  /** No I/O. Throws `ProviderError` with code `settings-invalid`. */
  open(settings: Settings, network: ProviderNetwork): OpenedAdapters[K]
  /**
   * Makes one cheap call that proves the settings. Returns sentences for people about what the
   * service does in another way than the settings say. Throws `ProviderError`.
   */
  check(settings: Settings, network: ProviderNetwork): Promise<readonly string[]>
  /**
   * Looks for the service on the usual ports of this machine. Ports that other programs also use
   * are tried only when the user asked for it (`isAsked`). Never throws: a service that does not
   * answer is left out.
   */
  findLocal?(
    network: ProviderNetwork,
    options: { readonly isAsked: boolean },
  ): Promise<readonly LocalProposal[]>
}

export type AnyProvider = { readonly [K in ProviderKind]: Provider<K> }[ProviderKind]
