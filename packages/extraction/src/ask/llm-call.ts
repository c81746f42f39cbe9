import type { LlmReply, LlmRequest } from '@recto/provider-spec/llm'

/** Model call with the facts by which the caller can make it a durable step. */
export type LlmCall = LlmRequest & {
  /** `normalise` asks the model to restate its answer. Step names are stored, so it stays. */
  readonly purpose: 'answer' | 'continue' | 'normalise'
  /** Stable and unique within a document: `total/answer`, `total/normalise`, `total/continue-1`. */
  readonly step: string
  /**
   * Number of questions that are asked in the call for the first time; 0 for one that only repeats some of a
   * single pass. Absent for calls about one question.
   */
  readonly questionCount?: number
}

export type AskModel = (call: LlmCall) => Promise<LlmReply>

/** Prompt and reply of one call. */
export type CallRecord = Pick<LlmCall, 'purpose' | 'step' | 'prompt'> & {
  readonly reply: LlmReply
}
