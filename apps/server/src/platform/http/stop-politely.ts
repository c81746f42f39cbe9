import { once } from 'node:events'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { unavailable } from '../app-error.ts'
import { type Emptying, openEmptying } from './emptying.ts'
import { stopListening, watchFreshConnections } from './stop-listening.ts'

export type PoliteStop = (within: {
  /** For the requests in hand to end by themselves. */
  readonly seconds: number
  /** Called when that time is over: makes those who wait for something answer with what there is. */
  readonly hurry: () => void
}) => Promise<void>

/** For those who were made to answer, and then for the replies on their way out. */
const hurrySeconds = 1
const lastSeconds = 0.5
/** For those whose connection was taken and whose request is still on its way: closing would cut them off. */
const lingerSeconds = 2
/** What a refused caller is still sending is taken in, up to so long: else it could not read the refusal. */
const refusedBodySeconds = 2

const stopped = () =>
  unavailable('The server is being stopped. Try again in a moment.', { retryAfterSeconds: 5 })

/**
 * Makes a server that can refuse what comes while it answers what it has: the connections stay open,
 * so that none is cut, and each is told to close with its reply.
 */
export function allowPoliteStop(app: FastifyInstance): PoliteStop {
  const inHand = openEmptying<FastifyReply>()
  const refused = openEmptying<FastifyReply>()
  const fresh = watchFreshConnections(app.server)
  let isStopping = false

  app.addHook('onRequest', async (request, reply) => {
    keepUntilSent(isStopping ? refused : inHand, reply)
    if (!isStopping) return
    reply.header('connection', 'close')
    await takeIn(request)
    throw stopped()
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping) reply.header('connection', 'close')
  })

  return async ({ seconds, hurry }) => {
    isStopping = true
    await inHand.emptyWithin(seconds)
    hurry()
    await inHand.emptyWithin(hurrySeconds)
    for (const reply of inHand.all) if (!reply.sent) reply.send(stopped())
    await inHand.emptyWithin(lastSeconds)
    await stopListening(app.server)
    // Nobody new comes from here on: these are the last.
    const over = performance.now() + lingerSeconds * 1000
    for (const some of [fresh, refused, inHand]) {
      await some.emptyWithin((over - performance.now()) / 1000)
    }
  }
}

function keepUntilSent(replies: Emptying<FastifyReply>, reply: FastifyReply): void {
  replies.add(reply)
  reply.raw.once('close', () => replies.delete(reply))
}

async function takeIn({ raw }: FastifyRequest): Promise<void> {
  if (raw.complete || raw.readableEnded) return
  const late = AbortSignal.timeout(refusedBodySeconds * 1000)
  raw.resume()
  await once(raw, 'end', { signal: late }).catch(() => undefined)
}
