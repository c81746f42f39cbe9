import type { DocumentText } from '@recto/document-text/model'
import type { Answer, Question } from './answer.ts'
import type { BatchInterface, RequestBody } from './llm-batches.ts'
import type { ServiceJob } from './service-job.ts'

/** An image of a page, as it is sent to a model. */
export type ImageOfPage = {
  readonly bytes: Uint8Array
  readonly mediaType: 'image/jpeg'
  /** Counted from 1. */
  readonly page: number
  /** In pixels. */
  readonly width: number
  readonly height: number
  /** SHA-256 of the bytes, hexadecimal. */
  readonly digest: string
}

/** The images that a service accepts with one request. */
export type ImageLimits = {
  readonly maxCount: number
  /** The limit of one image, before it is encoded. */
  readonly maxBytes: number
  /** The limit of all images together, before they are encoded. */
  readonly maxTotalBytes: number
  /** Pixels of the longer side. A larger image is refused, or the service shrinks it and the details are lost. */
  readonly maxSide: number
}

export type LlmRequest = {
  readonly system?: string
  readonly prompt: string
  /** Images of pages in the order of the pages. They come before the prompt, so that a cached beginning includes them. */
  readonly images?: readonly ImageOfPage[]
  readonly maxTokens?: number
  /**
   * Asks for one JSON object that satisfies this JSON Schema; providers without that feature
   * describe it in the prompt.
   */
  readonly schema?: { readonly name: string; readonly json: Record<string, unknown> }
  /**
   * Number of characters at the beginning of the prompt that other requests have in common with this
   * one, if it pays to have the service store them in its cache.
   */
  readonly sharedLength?: number
  /** The same for all requests with the same beginning, so that a service can route them to one cache. */
  readonly cacheKey?: string
  /** Forwarded as the provider's idempotency key, so that it may recognize a repeated call. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
  /**
   * Receives the whole reply so far each time it grows, if the service streams; the last text is
   * that of the reply. Never called for services that do not stream.
   */
  readonly onText?: (soFar: string) => void
  /**
   * Lets a service that has `keptReplies` answer as a job of its own: the caller stores the id of
   * the job, and fetches the reply with it after a crash. Other services ignore it.
   */
  readonly job?: ServiceJob
}

export type LlmUsage = {
  /** All tokens of the prompt, including those that the service read from its cache. */
  readonly inputTokens: number
  readonly outputTokens: number
  /** The part of the input that the service read from its cache, usually at a lower price. */
  readonly cachedTokens?: number
  /** The part of the input that the service stored in its cache, sometimes at a higher price. */
  readonly cacheWriteTokens?: number
  /** The part of the output that the model used to reason. */
  readonly reasoningTokens?: number
  /** The service did not say, or said something impossible; then the counts are 0. */
  readonly isUnknown?: true
}

export type LlmReply = {
  /** The answer alone; empty if the model only reasoned. */
  readonly text: string
  /** The text that the model wrote before its answer in order to find it. */
  readonly reasoningText?: string
  readonly stoppedBy: 'end' | 'length' | 'filter' | 'other'
  readonly usage: LlmUsage
  /** Model name from the reply, otherwise the requested one. */
  readonly model: string
}

/** Limits of the output of a request, in tokens. A request may have a lower limit of its own. */
type OutputLimit = {
  /** The limit of the adapter's settings; absent without one. */
  readonly tokens?: number | undefined
  /** What the model may use to think in addition. */
  readonly thinkingTokens?: number | undefined
}

/** What can be done with a reply that a service keeps, by the id of its job. Both throw `ProviderError`. */
export type KeptReplies = {
  /** Tells the service to stop answering. */
  cancel(id: string): Promise<void>
  /** Deletes the reply at the service, where that is possible. */
  discard(id: string): Promise<void>
}

/** A batch interface for the requests of a model. */
export type LlmBatches = BatchInterface & {
  /** Builds the body of a request without sending it. */
  toBody(request: LlmRequest): Promise<RequestBody>
  /** Reads a reply as if the request had been answered with it. */
  readReply(request: LlmRequest, body: string): Promise<LlmReply>
}

/**
 * An opened language model adapter. It can complete a text, or answer questions about a document by
 * itself, or both; extraction prefers `answer`. Neither method retries: that is the caller's task.
 */
export type Llm = {
  readonly model: string
  /** Tokens; 0 if unknown. */
  readonly contextWindow: number
  /** Asks the service for the context window, in tokens; 0 if it does not say. Never throws. */
  readonly findContextWindow?: () => Promise<number>
  /** Maximum number of retries after a transient failure, from the adapter's settings. */
  readonly maxRetries?: number
  readonly complete?: (request: LlmRequest) => Promise<LlmReply>
  /** Says how long a reply may become; absent if the service is not told the limit of a request. */
  readonly outputLimit?: OutputLimit
  /** Set if requests can carry images. Whether the model accepts them is a matter of the model. */
  readonly imageLimits?: ImageLimits
  /** Set if the service answers a request with a `job` even when nobody listens, and keeps the reply. */
  readonly keptReplies?: KeptReplies
  /** Set if the service has a batch interface. */
  readonly batches?: LlmBatches
  readonly answer?: (
    document: DocumentText,
    questions: readonly Question[],
  ) => Promise<readonly Answer[]>
  /** Set if `answer` is the built-in extractor, so that a caller may run it in another process. */
  readonly builtInExtractor?: {
    /** Computes the vectors used to compare labels. */
    readonly embed: (texts: readonly string[]) => Promise<readonly (readonly number[])[]>
  }
}
