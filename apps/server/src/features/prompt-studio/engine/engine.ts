import type { Instructions } from '@recto/extraction/assemble-prompt'
import type { Question } from '@recto/provider-spec/answer'
import type { Context } from '../../../platform/context.ts'
import type { OpeningNeeds } from '../../adapters/adapters.port.ts'

export type EngineNeeds = OpeningNeeds & Pick<Context, 'db' | 'files'>

/**
 * Runs one part of the work. The durable engine's own stores the result, so that a repeated run
 * answers from the store; the studio's just runs it. Results must survive JSON.
 */
export type Step = <T>(name: string, run: () => Promise<T>) => Promise<T>

export const runStep: Step = (_name, run) => run()

/** With which adapters a prompt is answered. Fits a profile and what an export keeps of it. */
export type Reading = {
  readonly llmId: string
  readonly embeddingId: string
  readonly vectorDbId: string
  readonly textExtractorId: string
  /** Tokens; 0 means that the whole text is the context. */
  readonly chunkSize: number
  readonly chunkOverlap: number
  readonly strategy: 'simple' | 'subquestion'
  readonly topK: number
}

/** One prompt, ready to be asked. */
export type Item = {
  readonly question: Question
  readonly reading: Reading
  readonly instructions: Instructions
}

export type EngineDocument = { readonly hash: string; readonly name: string }

/** What ties the calls of one run together. */
export type Run = {
  /** Usage is counted under it. */
  readonly runId: string
  /** Begins the key of every model call; the same key is the same call, paid once. */
  readonly callKeyPrefix: string
  readonly step: Step
  readonly workflowId?: string | undefined
  readonly executionId?: string | undefined
}
