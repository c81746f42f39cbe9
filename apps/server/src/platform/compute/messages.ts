/** What a thread is told: plain data, as it crosses threads. */
export type ToThread =
  | {
      readonly kind: 'job'
      /** Names the document that the job is about. */
      readonly key: string
      /** The document as it is stored; absent when the thread holds it already. */
      readonly bytes: Uint8Array | undefined
      /** Documents that it need not hold any longer. */
      readonly forget: readonly string[]
      readonly operation: string
      readonly input: unknown
    }
  | { readonly kind: 'reply'; readonly value: unknown }

/** What it says. */
export type FromThread =
  /** It is there for the first job: its program is loaded. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly result: unknown }
  /** The work cannot go on without something that only the process has. */
  | { readonly kind: 'ask'; readonly question: unknown }
  | { readonly kind: 'failed'; readonly message: string }
