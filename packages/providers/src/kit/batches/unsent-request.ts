import type { LlmBatches, LlmReply, LlmRequest } from '@recto/provider-spec/llm'
import type { RequestBody } from '@recto/provider-spec/llm-batches'
import { changeBody } from '../adapt-body.ts'
import type { ExternalCall } from '../external-call.ts'

/** Makes the `complete` of the model that calls through this `fetch`. */
type CompleteWith = (fetch: typeof globalThis.fetch) => (request: LlmRequest) => Promise<LlmReply>

/**
 * Builds the bodies of a batch and reads its replies with the code that makes single calls: the first time its
 * `fetch` keeps the body instead of sending it, the second time it answers what the batch has brought.
 */
function withoutSending(
  completeWith: CompleteWith,
  { memory }: ExternalCall,
): Pick<LlmBatches, 'toBody' | 'readReply'> {
  return {
    async toBody(request) {
      let body: RequestBody | undefined
      const keepBody: typeof globalThis.fetch = async (_url, init) => {
        body = JSON.parse(String(init?.body)) as RequestBody
        throw new Error('The request belongs to a batch.')
      }
      await completeWith(keepBody)(request).catch((error: unknown) => {
        if (body === undefined) throw error
      })
      if (body === undefined) throw new Error('The model was not asked.')
      for (const [path, change] of memory.changes) body = changeBody(body, path, change)
      return body
    },
    readReply(request, body) {
      const headers = { 'content-type': 'application/json' }
      return completeWith(async () => new Response(body, { headers }))(request)
    },
  }
}

/** Joins how a service handles batches with the bodies and replies of its calls. */
export const toLlmBatches = (
  service: Omit<LlmBatches, 'toBody' | 'readReply'>,
  completeWith: CompleteWith,
  call: ExternalCall,
): LlmBatches => ({ ...service, ...withoutSending(completeWith, call) })
