import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '../../platform/escape-html.ts'
import { isForPrograms, pathOf } from '../../platform/http/not-found.ts'

/** Where the web application is built to. */
export const webFolder = fileURLToPath(new URL('../../../../web/dist/', import.meta.url))

type Given = { readonly folder: string; readonly productId: string }

/**
 * The web application's files. Every address that is neither a file nor the API's is a page of the
 * application, which finds its own way from there.
 */
export async function serveWebFiles(
  app: FastifyInstance,
  { folder, productId }: Given,
): Promise<void> {
  const index = await readIndex(folder, productId)
  await app.register(fastifyStatic, { root: folder, serve: false, cacheControl: false })

  app.get('/*', async (request, reply) => {
    const path = pathOf(request)
    if (isForPrograms(path)) return reply.callNotFound()
    if (isPage(path)) return reply.type('text/html; charset=utf-8').send(index)
    // Built names carry a hash of their content.
    if (path.startsWith('/assets/'))
      reply.header('cache-control', 'public, max-age=31536000, immutable')
    else reply.header('cache-control', 'no-cache')
    const name = decodeURIComponent(path.slice(1))
    if (/(^|[\\/])\.\.([\\/]|$)|\0/.test(name)) return reply.callNotFound()
    if (!/\.m?js$/.test(name)) return reply.sendFile(name)
    return reply.type('text/javascript; charset=utf-8').sendFile(name, { contentType: false })
  })
}

/** Addresses of pages end in a name without a point; those of files in a name with one. */
const isPage = (path: string) =>
  path === '/index.html' || !path.includes('.', path.lastIndexOf('/'))

async function readIndex(folder: string, productId: string): Promise<string> {
  const built = await readFile(join(folder, 'index.html'), 'utf8')
  const marked = built.replace(
    /(<meta name="recto-product" content=")[^"]*"/,
    (_whole, start: string) => `${start}${escapeHtml(productId)}"`,
  )
  if (!/<meta name="recto-product" content="/.test(marked)) {
    throw new Error(`${join(folder, 'index.html')} has no mark for the product's segment.`)
  }
  return marked
}
