/** One call of an HTTP endpoint, which may be sent several times. */
export type HttpCall = {
  /** JSON. */
  readonly body: string
  /** The same for every attempt, so that the receiver can take the call once. */
  readonly idempotencyKey: string
  /** Further headers. */
  readonly headers: Readonly<Record<string, string>>
}

type Stoppable = { readonly signal?: AbortSignal | undefined }

/** An HTTP endpoint that receives calls. Every method throws `ProviderError`. */
export type HttpConnector = {
  /** Proves that the address answers and takes the credentials. No call is sent. */
  check(options?: Stoppable): Promise<void>
  /** Sends a signed call and returns the status of success. Its reply is not read. */
  send(call: HttpCall, options?: Stoppable): Promise<number>
  close(): Promise<void>
}
