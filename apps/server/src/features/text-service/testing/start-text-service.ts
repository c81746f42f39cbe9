import type { Tenant } from '../../../platform/db/database.ts'
import { type ServerOptions, startServer, type TestServer } from '../../../testing/start-server.ts'
import { showTextKey } from '../keys/text-keys.ts'
import { openTextClient, type TextClient } from './text-client.ts'

export type TextService = {
  readonly server: TestServer
  readonly key: string
  readonly client: TextClient
  /** A client of another organization, which is made when it is first named. */
  of(organization: string): Promise<TextClient>
  tenantOf(organization: string): Promise<Tenant>
  close(): Promise<void>
}

/** A server with a worker, and a client that has the seeded organization's key. */
export async function startTextService(options: ServerOptions = {}): Promise<TextService> {
  const server = await startServer({ worker: true, ...options })
  const { db } = server.ctx
  const tenantOf = async (slug: string): Promise<Tenant> => {
    if (slug !== 'recto') {
      await server.as('admin', { organization: slug, name: 'mallory' }).get('users/profile/')
    }
    const { id } = await db
      .selectFrom('organization')
      .select('id')
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow()
    return { db, organizationId: id }
  }
  const keyOf = async (slug: string) => showTextKey(server.ctx, await tenantOf(slug))
  const key = await keyOf('recto')
  return {
    server,
    key,
    tenantOf,
    client: openTextClient(server.origin, key),
    of: async (slug) => openTextClient(server.origin, await keyOf(slug)),
    close: () => server.close(),
  }
}
