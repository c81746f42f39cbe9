import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { doclingRoutes } from './docling/docling.routes.ts'
import { llamaCloudRoutes } from './llama-cloud/llama-cloud.routes.ts'
import { llamaParseRoutes } from './llama-parse/llama-parse.routes.ts'
import { unstructuredRoutes } from './unstructured/unstructured.routes.ts'

/** Routes for clients of other parsers, under the paths that they call. */
export function parserRoutes(app: FastifyInstance, ctx: Context): void {
  unstructuredRoutes(app, ctx)
  llamaParseRoutes(app, ctx)
  llamaCloudRoutes(app, ctx)
  doclingRoutes(app, ctx)
}
