import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { doclingRoutes } from './docling/docling.routes.ts'
import { llamaParseRoutes } from './llama-parse/llama-parse.routes.ts'
import { unstructuredRoutes } from './unstructured/unstructured.routes.ts'

/** Routes for clients of other parsers, under the paths that they call. */
export function parserRoutes(app: FastifyInstance, ctx: Context): void {
  unstructuredRoutes(app, ctx)
  llamaParseRoutes(app, ctx)
  doclingRoutes(app, ctx)
}
