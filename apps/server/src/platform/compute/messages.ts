/** A part of bytes that are too many for one message; the last part comes with the message that they belong to. */
export type SentPart = {
  readonly kind: 'piece'
  readonly of: 'document' | 'input' | 'result'
  readonly bytes: Uint8Array
}

/** What a process is told: plain data. */
export type ToProcess =
  | SentPart
  | {
      readonly kind: 'job'
      /** Names the document that the job is about. */
      readonly key: string
      /** The end of the document as it is stored; absent when the process holds it already. */
      readonly document: Uint8Array | undefined
      /** Documents that it need not hold any longer. */
      readonly forget: readonly string[]
      readonly operation: string
      /** The end of the input, serialised. */
      readonly input: Uint8Array
    }
  | { readonly kind: 'reply'; readonly value: unknown }

/** What it says. */
export type FromProcess =
  /** It is there for the first job: its program is loaded. */
  | { readonly kind: 'ready' }
  | SentPart
  /** The end of the result, serialised. */
  | { readonly kind: 'done'; readonly result: Uint8Array }
  /** The result takes so many bytes that it stays where it is. */
  | { readonly kind: 'too-large'; readonly bytes: number }
  /** The work cannot go on without something that only the server has. */
  | { readonly kind: 'ask'; readonly question: unknown }
  | { readonly kind: 'failed'; readonly message: string }
