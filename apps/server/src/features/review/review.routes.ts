import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { itemRoutes } from './items/items.routes.ts'
import { keptResultRoutes } from './kept/kept-results.routes.ts'
import { reviewKeyRoutes } from './keys/review-keys.routes.ts'
import { itemPageRoutes } from './pages/pages.routes.ts'
import { dialRoutes } from './progress/dial.routes.ts'
import { progressRoutes } from './progress/progress.routes.ts'

export function reviewRoutes(app: FastifyInstance, ctx: Context): void {
  itemRoutes(app, ctx)
  itemPageRoutes(app, ctx)
  progressRoutes(app, ctx)
  dialRoutes(app, ctx)
  reviewKeyRoutes(app, ctx)
  keptResultRoutes(app, ctx)
}
