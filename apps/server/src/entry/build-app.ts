import type { FastifyInstance } from 'fastify'
import type { Context } from '../platform/context.ts'
import { openHttp } from '../platform/http/open-http.ts'
import { rooms } from './rooms.ts'

/** The whole HTTP server, built but not listening: the same one in production and in tests. */
export async function buildApp(ctx: Context): Promise<FastifyInstance> {
  const app = await openHttp(ctx)
  for (const { guard } of rooms) guard?.(app, ctx)
  for (const { routes } of rooms) routes(app, ctx)
  return app
}
