import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getPath, isApiCall } from '../../platform/http/not-found.ts'
import { escapeHtml } from '../../platform/strings.ts'

/** Output folder of the web build. */
export const webFolder = fileURLToPath(new URL('../../../../web/dist/', import.meta.url))

/**
 * Icons are below this prefix, too. A client with files of its own sends only such paths to the server, and
 * has no icon of what only Recto offers.
 */
const staticPrefix = '/api/v1/static'

type WebFilesOptions = { readonly folder: string; readonly productId: string }

/**
 * Serves the files of the web application. Every other URL outside of the API is a page of the
 * application, which does its own routing.
 */
export async function serveWebFiles(
  app: FastifyInstance,
  { folder, productId }: WebFilesOptions,
): Promise<void> {
  const index = await readIndex(folder, productId)
  await app.register(fastifyStatic, { root: folder, serve: false, cacheControl: false })

  app.get('/*', async (request, reply) => {
    const path = filePathOf(request)
    if (path === undefined) return reply.callNotFound()
    if (isPage(path)) return reply.type('text/html; charset=utf-8').send(index)
    reply.header('cache-control', 'no-cache')
    // File names of the build contain a hash of the content. The library sets this header only for
    // files that exist: a missing one must not be cached for a year.
    const cacheOptions = path.startsWith('/assets/')
      ? { cacheControl: true, maxAge: '1y', immutable: true }
      : {}
    const name = decodeURIComponent(path.slice(1))
    if (/(^|[\\/])\.\.([\\/]|$)|\0/.test(name)) return reply.callNotFound()
    if (!/\.m?js$/.test(name)) return reply.sendFile(name, cacheOptions)
    const script = reply.type('text/javascript; charset=utf-8')
    return script.sendFile(name, { ...cacheOptions, contentType: false })
  })
}

/** Returns the path of a page or a file below the folder; `undefined` for a call of the API. */
function filePathOf(request: FastifyRequest): string | undefined {
  const path = getPath(request)
  if (path.startsWith(`${staticPrefix}/icons/`)) return path.slice(staticPrefix.length)
  return isApiCall(request) ? undefined : path
}

/** URLs of pages end in a name without a dot, those of files in a name with one. */
const isPage = (path: string) =>
  path === '/index.html' || !path.includes('.', path.lastIndexOf('/'))

async function readIndex(folder: string, productId: string): Promise<string> {
  const html = await readFile(join(folder, 'index.html'), 'utf8')
  const page = html.replace(
    /(<meta name="recto-product" content=")[^"]*"/,
    (_whole, start: string) => `${start}${escapeHtml(productId)}"`,
  )
  if (!/<meta name="recto-product" content="/.test(page)) {
    throw new Error(`${join(folder, 'index.html')} has no mark for the product's segment.`)
  }
  return page
}
