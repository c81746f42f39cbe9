import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const Count = z.number().nullable()

/** What a run has used; all five are null when nothing was recorded for it. */
export const TokenUsage = z.object({
  embedding_tokens: Count,
  prompt_tokens: Count,
  completion_tokens: Count,
  total_tokens: Count,
  cost_in_dollars: Count,
})
export type TokenUsage = z.output<typeof TokenUsage>

export const getTokenUsage = endpoint({
  method: 'GET',
  path: '/usage/get_token_usage/',
  who: 'member',
  query: z.object({ run_id: z.uuid() }),
  reply: TokenUsage,
})
