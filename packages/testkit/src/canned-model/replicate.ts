import { type JsonObject, type Protocol, receivedCall } from './received-call.ts'

const object = (value: unknown): JsonObject => (value ?? {}) as JsonObject

const refusal = (status: number, message: string): JsonObject => ({ status, detail: message })

const stateOfPrediction = { 'in-progress': 'processing', cancelled: 'canceled' } as const

/**
 * `POST /v1/predictions` and `POST /v1/models/OWNER/MODEL/predictions`, answered when it has ended if
 * the client prefers to wait.
 */
export const replicatePredict: Protocol = {
  method: 'POST',
  path: /^\/v1\/(models\/[^/]+\/[^/]+\/)?predictions$/,
  parse: (body, path) =>
    receivedCall({
      kind: 'generate',
      model: String(body.version ?? path.split('/').slice(3, 5).join('/')),
      system: String(object(body.input).system_prompt ?? ''),
      prompt: String(object(body.input).prompt ?? ''),
    }),
  answer: (call, reply) => ({
    id: reply.id,
    model: call.model,
    status: 'succeeded',
    output: [reply.text],
    error: null,
    metrics: { input_token_count: reply.inputTokens, output_token_count: reply.outputTokens },
  }),
  refusal,
  isKept: (_, { prefer }) => prefer === undefined,
  unfinished: (whole, state) => ({ ...whole, status: stateOfPrediction[state], output: null }),
}
