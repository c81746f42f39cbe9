import type { FastifyInstance } from 'fastify'
import { sessionTokenOf } from '../../features/organizations/sign-in/cookies.ts'
import {
  findSocketSession,
  findSocketSessions,
} from '../../features/organizations/sign-in/socket-sessions.ts'
import type { Context } from '../../platform/context.ts'
import { createHttpServer } from '../../platform/http/create-http-server.ts'
import { openSockets } from '../../platform/sockets/open-sockets.ts'
import { featureModules } from './feature-modules.ts'
import { healthRoutes } from './health.routes.ts'
import { openApiRoutes } from './open-api/open-api.routes.ts'
import type { Readiness } from './readiness.ts'
import { serveWebFiles } from './web-files.ts'

type BuildAppOptions = {
  readonly ctx: Context
  readonly readiness: Readiness
  /** Folder of the built web application; without it, the only page is the sign-in form. */
  readonly webFolder?: string
}

/** Builds the complete HTTP server without listening, the same in production and in tests. */
export async function buildApp({
  ctx,
  readiness,
  webFolder,
}: BuildAppOptions): Promise<FastifyInstance> {
  const app = await createHttpServer(ctx)
  for (const { guard } of featureModules) guard?.(app, ctx)
  healthRoutes(app, ctx, readiness)
  openApiRoutes(app, ctx)
  for (const { routes } of featureModules) routes(app, ctx)
  const sockets = openAppSockets(app, ctx)
  app.addHook('preClose', async () => sockets.close())
  for (const { subscribe } of featureModules) {
    const unsubscribe = subscribe?.(ctx, sockets)
    if (unsubscribe) app.addHook('onClose', async () => unsubscribe())
  }
  const { productId } = ctx.config
  if (webFolder) await serveWebFiles(app, { folder: webFolder, productId })
  return app
}

function openAppSockets(app: FastifyInstance, ctx: Context) {
  return openSockets({
    ...ctx,
    server: app.server,
    findSession: (header) =>
      findSocketSession(ctx, sessionTokenOf({ cookies: app.parseCookie(header ?? '') })),
    findLiveSessions: (hashes) => findSocketSessions(ctx, hashes),
  })
}
