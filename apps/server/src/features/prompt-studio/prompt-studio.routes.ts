import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { checkRoutes } from './checks/checks.routes.ts'
import { documentRoutes } from './documents/documents.routes.ts'
import { expectedValueRoutes } from './expected-values/expected-values.routes.ts'
import { indexingRoutes } from './indexing/indexing.routes.ts'
import { layoutRoutes } from './layouts/layouts.routes.ts'
import { previewRoutes } from './previews/previews.routes.ts'
import { profileRoutes } from './profiles/profiles.routes.ts'
import { projectRoutes } from './projects/projects.routes.ts'
import { promptRoutes } from './prompts/prompts.routes.ts'
import { proposalRoutes } from './proposals/proposals.routes.ts'
import { removedRoutes } from './removed/removed.routes.ts'
import { recordedRunRoutes } from './replay/recorded-runs.routes.ts'
import { bulkRunRoutes } from './runs/bulk.routes.ts'
import { promptOutputRoutes } from './runs/prompt-outputs.routes.ts'
import { studioRunRoutes } from './runs/studio-runs.routes.ts'
import { publicShareRoutes } from './sharing/public-share.routes.ts'
import { shareRoutes } from './sharing/share.routes.ts'
import { tableRoutes } from './tables/table-settings.routes.ts'
import { transferRoutes } from './transfer/transfer.routes.ts'

export function promptStudioRoutes(app: FastifyInstance, ctx: Context): void {
  projectRoutes(app, ctx)
  profileRoutes(app, ctx)
  promptRoutes(app, ctx)
  tableRoutes(app, ctx)
  documentRoutes(app, ctx)
  checkRoutes(app, ctx)
  promptOutputRoutes(app, ctx)
  bulkRunRoutes(app, ctx)
  studioRunRoutes(app, ctx)
  indexingRoutes(app, ctx)
  previewRoutes(app, ctx)
  proposalRoutes(app, ctx)
  removedRoutes(app, ctx)
  transferRoutes(app, ctx)
  shareRoutes(app, ctx)
  expectedValueRoutes(app, ctx)
  layoutRoutes(app, ctx)
  recordedRunRoutes(app, ctx)
  publicShareRoutes(app, ctx)
}
