import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'

/** Longer bodies are cut, and end with “…”. */
export const maxPreviewedBody = 20_000

const CallPreview = z.object({
  /** The body of the first call; null if there would be none. */
  body: z.string().nullable(),
  /** Number of calls for the document. */
  call_count: z.number().int(),
  /** Whether the values are answers of the studio. Otherwise they are null, because there are none yet. */
  has_answers: z.boolean(),
  /** Reason why the document would not be delivered. */
  problem: z.string().nullable(),
})
export type CallPreview = z.output<typeof CallPreview>

/**
 * What an HTTP endpoint would get with a configuration that need not be saved, with the newest answers of the studio.
 * Nothing is sent. Answers are shown to those who may see the project.
 */
export const previewCall = endpoint({
  method: 'POST',
  path: '/workflow/endpoint/:id/call-preview/',
  who: 'member',
  bodySize: 'small',
  params: z.object({ id: z.uuid() }),
  body: z.object({ configuration: z.record(z.string(), z.unknown()) }),
  reply: CallPreview,
})
