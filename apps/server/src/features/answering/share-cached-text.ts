import { assembleSharedPart, type Instructions } from '@recto/extraction/assemble-prompt'
import type { AskModel } from '@recto/extraction/llm-call'
import { type CallContext, releaseCpuWhile } from '../model-calls/model-calls.port.ts'
import { estimateTokens } from './text/estimate-tokens.ts'

/** Fewer questions do not pay for the wait for the first. */
const minQuestions = 4
/** Services store nothing shorter in their caches. */
const minSharedTokens = 1024

export type CachedText = {
  /**
   * Makes calls about a text: the first goes alone, so that the service has the text in its cache
   * before the others come.
   */
  readonly askInTurn: (askModel: AskModel) => AskModel
}

type SharedText = {
  readonly instructions: Instructions
  /** Identifies the text, the same for all questions about it. */
  readonly hash: string
}

/**
 * Lets the questions about a document share the cache of the service. Nothing changes for projects
 * whose prompts begin with the question, and nobody who waits for the run waits for the first call.
 */
export function createCachedText(
  calls: CallContext,
  { instructions, hash }: SharedText,
  questionCount: number,
): CachedText | undefined {
  if (instructions.order !== 'document-first') return undefined
  if (!calls.isBackground || questionCount < minQuestions) return undefined
  let firstCall: Promise<unknown> | undefined
  return {
    askInTurn: (askModel) => async (call) => {
      const request = { ...call, cacheKey: hash }
      if (firstCall) {
        await releaseCpuWhile(calls, () => Promise.resolve(firstCall))
        return askModel(request)
      }
      const reply = askModel(request)
      // The others also come if the first fails.
      firstCall = reply.catch(() => {})
      return reply
    },
  }
}

/** Whether the questions about these texts have so much in common that a cache is worth it. */
export const isWorthCaching = (instructions: Instructions, texts: readonly string[]): boolean =>
  estimateTokens(assembleSharedPart(instructions, texts)) >= minSharedTokens
