import { IncomingMessage } from 'node:http'
import type { Endpoint } from '@recto/contract/wire/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Session } from '../session.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Endpoints of the contract that are registered, in order of registration. */
    registeredEndpoints: Endpoint[]
  }

  interface FastifyRequest {
    session: Session | null
  }

  interface FastifyContextConfig {
    /** The endpoint of this route; absent on routes outside of the contract. */
    endpoint?: Endpoint
  }
}

/** The endpoint that a request is for. */
export function getRequestEndpoint({ routeOptions }: FastifyRequest): Endpoint | undefined {
  // Requests without a matching route have no configuration.
  return routeOptions.config?.endpoint
}

/**
 * Returns a signal that is aborted when the client disconnects, or when the reply has been sent.
 */
export function clientDisconnectSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => controller.abort())
  return controller.signal
}

/** Whether a request came over a connection; the process sends itself those of agents without one. */
export const hasConnection = ({ raw }: Pick<FastifyRequest, 'raw'>): boolean =>
  raw instanceof IncomingMessage
