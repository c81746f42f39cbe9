import type { Endpoint } from '@recto/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import type { Session } from '../session.ts'
import type { PoliteStop } from './stop-politely.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The endpoints of the contract that this server has, in the order in which they were bound. */
    served: Endpoint[]
    /** Refuses what comes, and resolves when what is in hand was answered. Close the server then. */
    stopPolitely: PoliteStop
  }

  interface FastifyRequest {
    session: Session | null
  }

  interface FastifyContextConfig {
    /** What the route was bound to; absent on routes that are not in the contract. */
    endpoint?: Endpoint
  }
}

/** The endpoint of the contract that a request goes to. */
export function endpointOf({ routeOptions }: FastifyRequest): Endpoint | undefined {
  // Where no route answers there is no configuration.
  return routeOptions.config?.endpoint
}
