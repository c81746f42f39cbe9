/**
 * A part of bytes that are too large for one message; the last part is in the message that they
 * belong to.
 */
export type PartMessage = {
  readonly kind: 'piece'
  readonly target: 'document' | 'input' | 'result'
  readonly bytes: Uint8Array
}

/** Messages to a process; serializable data. */
export type ToProcess =
  | PartMessage
  | {
      readonly kind: 'job'
      /** Identifies the document of the job. */
      readonly key: string
      /** The last part of the stored document; absent if the process has it cached. */
      readonly document: Uint8Array | undefined
      /** Documents to evict from the cache. */
      readonly evict: readonly string[]
      readonly operation: string
      /** The last part of the serialized input. */
      readonly input: Uint8Array
    }
  | { readonly kind: 'reply'; readonly value: unknown }

/** Messages from a process. */
export type FromProcess =
  /** The program is loaded and ready for the first job. */
  | { readonly kind: 'ready' }
  | PartMessage
  /** The last part of the serialized result. */
  | { readonly kind: 'done'; readonly result: Uint8Array }
  /** The process has cleared its cache of documents. */
  | { readonly kind: 'cleared' }
  /** The result is too large to be sent. */
  | { readonly kind: 'too-large'; readonly bytes: number }
  /** The job needs something that only the server has. */
  | { readonly kind: 'ask'; readonly question: unknown }
  | { readonly kind: 'failed'; readonly message: string }
