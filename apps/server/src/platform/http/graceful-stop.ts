import { once } from 'node:events'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { unavailable } from '../app-error.ts'
import { createDrainableSet, type DrainableSet } from './drainable-set.ts'
import { hasConnection } from './request.ts'
import { stopListening, watchFreshConnections } from './stop-listening.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Refuses new requests, and resolves when the current ones have been answered. Close the server
     * afterwards.
     */
    stopGracefully: GracefulStop
  }
}

export type GracefulStop = (options: {
  /** Time for the current requests to finish. */
  readonly seconds: number
  /** Called when that time is over: makes waiting requests reply with what they have. */
  readonly abortWaits: () => void
}) => Promise<void>

/** Time for requests that were made to reply, and then for replies being sent. */
const abortedRequestSeconds = 1
const sendSeconds = 0.5
/** Time for accepted connections whose request is still on its way: closing would cut them off. */
const lingerSeconds = 2
/** Time to read the body of a refused request: otherwise the client could not read the refusal. */
const refusedBodySeconds = 2

const createStoppedError = () =>
  unavailable('The server is shutting down. Try again in a moment.', { retryAfterSeconds: 5 })

/**
 * Lets a server refuse new requests while it finishes current ones: connections stay open, so that
 * none is cut off, and each is told to close with its reply.
 */
export function enableGracefulStop(app: FastifyInstance): GracefulStop {
  const currentReplies = createDrainableSet<FastifyReply>()
  const refusedReplies = createDrainableSet<FastifyReply>()
  const fresh = watchFreshConnections(app.server)
  let isStopping = false

  app.addHook('onRequest', async (request, reply) => {
    // One without a connection belongs to a current request.
    const isRefused = isStopping && hasConnection(request)
    trackUntilSent(isRefused ? refusedReplies : currentReplies, reply)
    if (!isRefused) return
    reply.header('connection', 'close')
    await drainBody(request)
    throw createStoppedError()
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping) reply.header('connection', 'close')
  })

  return async ({ seconds, abortWaits }) => {
    isStopping = true
    await currentReplies.drainWithin(seconds)
    abortWaits()
    await currentReplies.drainWithin(abortedRequestSeconds)
    for (const reply of currentReplies.all) if (!reply.sent) reply.send(createStoppedError())
    await currentReplies.drainWithin(sendSeconds)
    await stopListening(app.server)
    // No new connections arrive from here on.
    const deadline = performance.now() + lingerSeconds * 1000
    for (const replies of [fresh, refusedReplies, currentReplies]) {
      await replies.drainWithin((deadline - performance.now()) / 1000)
    }
  }
}

function trackUntilSent(replies: DrainableSet<FastifyReply>, reply: FastifyReply): void {
  replies.add(reply)
  reply.raw.once('close', () => replies.delete(reply))
}

async function drainBody({ raw }: FastifyRequest): Promise<void> {
  if (raw.complete || raw.readableEnded) return
  const timeout = AbortSignal.timeout(refusedBodySeconds * 1000)
  raw.resume()
  await once(raw, 'end', { signal: timeout }).catch(() => undefined)
}
