import { once } from 'node:events'
import { Server } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { unavailable } from '../app-error.ts'

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
const lingerSeconds = 0.3
/** What a refused caller is still sending is taken in, up to so long: else it could not read the refusal. */
const refusedBodySeconds = 2

const stopped = () =>
  unavailable('The server is being stopped. Try again in a moment.', { retryAfterSeconds: 5 })

/**
 * Makes a server that can refuse what comes while it answers what it has: the connections stay open,
 * so that none is cut, and each is told to close with its reply.
 */
export function allowPoliteStop(app: FastifyInstance): PoliteStop {
  const inHand = new Map<FastifyRequest, FastifyReply>()
  let isStopping = false
  let notifyIdle = () => {}

  app.addHook('onRequest', async (request, reply) => {
    if (isStopping) {
      reply.header('connection', 'close')
      await takeIn(request)
      throw stopped()
    }
    inHand.set(request, reply)
    reply.raw.once('close', () => {
      inHand.delete(request)
      if (inHand.size === 0) notifyIdle()
    })
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping) reply.header('connection', 'close')
  })

  const idleWithin = async (seconds: number) => {
    if (inHand.size === 0) return
    const idle = new Promise<void>((resolve) => {
      notifyIdle = resolve
    })
    await Promise.race([idle, sleep(seconds * 1000, undefined, { ref: false })])
  }

  return async ({ seconds, hurry }) => {
    isStopping = true
    await idleWithin(seconds)
    hurry()
    await idleWithin(hurrySeconds)
    for (const reply of inHand.values()) if (!reply.sent) reply.send(stopped())
    await idleWithin(lastSeconds)
    // Right after it has taken all who knocked: those it has not are cut off.
    await nextTurn()
    // The server's own way also ends connections on which nothing has come yet.
    Server.prototype.close.call(app.server)
    await sleep(lingerSeconds * 1000)
  }
}

async function takeIn({ raw }: FastifyRequest): Promise<void> {
  if (raw.complete || raw.readableEnded) return
  const late = AbortSignal.timeout(refusedBodySeconds * 1000)
  raw.resume()
  await once(raw, 'end', { signal: late }).catch(() => undefined)
}
