import type { DocumentText } from '@recto/document-text/model'
import type { Answer, Question } from './answer.ts'

export type LlmRequest = {
  readonly system?: string
  readonly prompt: string
  readonly maxTokens?: number
  /** Asks for one JSON object of this JSON Schema; providers without that feature ask in words. */
  readonly schema?: { readonly name: string; readonly json: Record<string, unknown> }
  /** Sent on as the provider's idempotency key, so that a repeated call may be recognised. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
  /**
   * Hears all of the reply so far, as it grows, where the service streams; what is heard in the end is the reply's
   * text. Nothing is heard of a service that does not stream.
   */
  readonly onText?: (soFar: string) => void
}

type LlmUsage = { readonly inputTokens: number; readonly outputTokens: number }

export type LlmReply = {
  readonly text: string
  readonly stoppedBy: 'end' | 'length' | 'filter' | 'other'
  readonly usage: LlmUsage
  /** The model as the provider names it in its reply, else as it was asked for. */
  readonly model: string
}

/**
 * An opened language model adapter: it can complete a text, or answer questions on a document
 * without one, or both. Extraction prefers `answer`. Neither retries: retries belong to the caller.
 */
export type Llm = {
  readonly model: string
  /** Tokens, 0 when unknown. */
  readonly contextWindow: number
  /** How often its settings let the caller make a call again that failed for a passing reason. */
  readonly maxRetries?: number
  readonly complete?: (request: LlmRequest) => Promise<LlmReply>
  readonly answer?: (
    document: DocumentText,
    questions: readonly Question[],
  ) => Promise<readonly Answer[]>
  /** Said by an adapter whose `answer` is the built-in extractor, so that a caller may run it elsewhere. */
  readonly answersByLayout?: {
    /** The vectors by which labels are compared. */
    readonly embed: (texts: readonly string[]) => Promise<readonly (readonly number[])[]>
  }
}
