/** The body of a request as the service takes it. */
export type RequestBody = Readonly<Record<string, unknown>>

/** A call of a batch. Its id is ours, and comes back with the reply. */
type BatchLine = { readonly id: string; readonly body: RequestBody }

type NewBatch = {
  /** Our key of the batch. It travels with the batch, so that the batch can be found again. */
  readonly key: string
  readonly lines: readonly BatchLine[]
  /** Whether the batch may have been sent before, so that parts of it may be left at the service. */
  readonly isRepeated?: boolean
}

/** What is known of a batch that was sent, and whose id at the service was never received. */
type LostBatch = {
  readonly key: string
  readonly lineCount: number
  /** The batch was sent at this time or later. */
  readonly sentAfter: Date
  /** Batches that are known to be others. */
  readonly otherIds: readonly string[]
}

type BatchProgress = {
  readonly isEnded: boolean
  /** Number of calls that the service has answered. */
  readonly answered: number
  /** Says why calls have no reply, if the service says it of the whole batch. */
  readonly reason?: string
  /** Whether the service did not begin with it because too much waits there, so that it may be sent again. */
  readonly isPostponed?: boolean
}

/** The answer of a service to one call of a batch. It is a response even if the call has failed. */
export type BatchResponse = {
  /** Id of the line; absent for a service that gives back the order of the lines alone. */
  readonly id?: string
  /** Number of the line in the batch, counted from 0; absent if the service gives the id. */
  readonly position?: number
  /** The text of the body that the same call would have been answered with; absent if the call failed. */
  readonly body?: string
  /** Says why the call failed. */
  readonly reason?: string
}

/** The batch interface of a service, which answers within a day at a lower price. All methods throw `ProviderError`. */
export type BatchInterface = {
  readonly maxLines: number
  readonly maxBytes: number
  /** The price of a call in a batch, as a part of the usual one. */
  readonly priceFactor: number
  /** Whether our key travels with a batch; otherwise a batch that is found may be another one. */
  readonly hasKeys: boolean
  /** Sends a batch and returns its id at the service. */
  send(batch: NewBatch): Promise<string>
  /** Finds the id of a batch that was sent; `undefined` if the service does not have it. */
  find(batch: LostBatch): Promise<string | undefined>
  check(id: string): Promise<BatchProgress>
  /** Yields the responses of a batch that has ended, also of one that expired or was cancelled. */
  responses(id: string): AsyncIterable<BatchResponse>
  cancel(id: string): Promise<void>
  /** Deletes what the service keeps of the batch, where that is possible. */
  discard(id: string): Promise<void>
}
