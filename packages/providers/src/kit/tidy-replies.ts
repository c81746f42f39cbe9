import { omitUndefined } from '@recto/omit-undefined'
import type { Llm, LlmReply, LlmRequest, LlmUsage } from '@recto/provider-spec/llm'
import { separateReasoning, skipReasoning } from './separate-reasoning.ts'

/**
 * Makes the replies of any model alike: the answer is separated from the reasoning before it, and
 * counts of tokens that cannot be true are not passed on.
 */
export function tidyReplies(llm: Llm): Llm {
  const { complete, batches } = llm
  if (!complete) return llm
  return {
    ...llm,
    complete: async (request) => tidyReply(await complete(withAnswerOnly(request))),
    ...omitUndefined({
      batches: batches && {
        ...batches,
        readReply: async (request: LlmRequest, body: string) =>
          tidyReply(await batches.readReply(request, body)),
      },
    }),
  }
}

function withAnswerOnly(request: LlmRequest): LlmRequest {
  return request.onText ? { ...request, onText: skipReasoning(request.onText) } : request
}

function tidyReply(reply: LlmReply): LlmReply {
  const { answer, reasoningText } = separateReasoning(reply.text)
  const allReasoning = [reply.reasoningText ?? '', reasoningText].filter((one) => one.trim() !== '')
  const { reasoningText: _, ...rest } = reply
  return {
    ...rest,
    text: withoutEndTokens(answer),
    ...omitUndefined({
      reasoningText: allReasoning.length > 0 ? allReasoning.join('\n\n') : undefined,
    }),
    usage: checkUsage(reply.usage),
  }
}

/** Servers with a wrong template leave these at the end of a reply. */
const endTokens = [
  '<|im_end|>',
  '<|eot_id|>',
  '<|end|>',
  '<|return|>',
  '<|endoftext|>',
  '<|end_of_text|>',
  '<|END_OF_TURN_TOKEN|>',
  '<end_of_turn>',
  '<｜end▁of▁sentence｜>',
  '</s>',
]

function withoutEndTokens(text: string): string {
  let rest = text
  for (;;) {
    const trimmedText = rest.trimEnd()
    const token = endTokens.find((one) => trimmedText.endsWith(one))
    if (token === undefined) return rest
    rest = trimmedText.slice(0, -token.length)
  }
}

/** No model reads or writes more in one call. */
const maxTokens = 100_000_000

const isPossible = (count: number) => Number.isFinite(count) && count >= 0 && count <= maxTokens

function checkUsage(usage: LlmUsage): LlmUsage {
  const { inputTokens, outputTokens } = usage
  if (usage.isUnknown || !isPossible(inputTokens) || !isPossible(outputTokens))
    return { inputTokens: 0, outputTokens: 0, isUnknown: true }
  const input = Math.round(inputTokens)
  const output = Math.round(outputTokens)
  return {
    inputTokens: input,
    outputTokens: output,
    ...omitUndefined({
      cachedTokens: partOf(usage.cachedTokens, input),
      cacheWriteTokens: partOf(usage.cacheWriteTokens, input),
      reasoningTokens: partOf(usage.reasoningTokens, output),
    }),
  }
}

/** Returns the count of a part; `undefined` where there is none, or where it is more than the whole. */
function partOf(count: number | undefined, whole: number): number | undefined {
  return count !== undefined && count > 0 && count <= whole ? Math.round(count) : undefined
}
