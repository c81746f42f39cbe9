import type { FastifyInstance } from 'fastify'
import { sessionTokenOf } from '../../features/organizations/sign-in/cookies.ts'
import {
  findSocketSession,
  findSocketSessions,
} from '../../features/organizations/sign-in/socket-sessions.ts'
import type { Context } from '../../platform/context.ts'
import { openHttp } from '../../platform/http/open-http.ts'
import { openSockets } from '../../platform/sockets/open-sockets.ts'
import { healthRoutes } from './health.routes.ts'
import { openApiRoutes } from './open-api/open-api.routes.ts'
import type { Readiness } from './readiness.ts'
import { rooms } from './rooms.ts'
import { serveWebFiles } from './web-files.ts'

type Given = {
  readonly ctx: Context
  readonly readiness: Readiness
  /** The built web application; absent, the server has no pages but the sign-in form. */
  readonly webFolder?: string
}

/** The whole HTTP server, built but not listening: the same one in production and in tests. */
export async function buildApp({ ctx, readiness, webFolder }: Given): Promise<FastifyInstance> {
  const app = await openHttp(ctx)
  for (const { guard } of rooms) guard?.(app, ctx)
  healthRoutes(app, ctx, readiness)
  openApiRoutes(app, ctx)
  for (const { routes } of rooms) routes(app, ctx)
  const sockets = socketsOf(app, ctx)
  app.addHook('preClose', async () => sockets.close())
  for (const { subscribe } of rooms) {
    const unsubscribe = subscribe?.(ctx, sockets)
    if (unsubscribe) app.addHook('onClose', async () => unsubscribe())
  }
  const { productId } = ctx.config
  if (webFolder) await serveWebFiles(app, { folder: webFolder, productId })
  return app
}

function socketsOf(app: FastifyInstance, ctx: Context) {
  return openSockets({
    ...ctx,
    server: app.server,
    findSession: (header) =>
      findSocketSession(ctx, sessionTokenOf({ cookies: app.parseCookie(header ?? '') })),
    findAgain: (hashes) => findSocketSessions(ctx, hashes),
  })
}
