import type { Pool, PoolClient } from 'pg'

/** How the connection over a Unix socket breaks, and how opening one to a stopped server fails. */
const broken: ReadonlySet<string> = new Set(['EPIPE', 'ENOENT'])

/**
 * DBOS waits for a database that is away, but it only recognises a broken TCP connection. The
 * embedded database is reached over a Unix socket, and there a stored step would look failed.
 */
export function poolForDbos(pool: Pool): Pool {
  return proxy(pool, {
    query: (...given) => recognisable(query(pool, given)),
    connect: async () => clientForDbos(await recognisable(pool.connect())),
  })
}

function clientForDbos(client: PoolClient): PoolClient {
  return proxy(client, { query: (...given) => recognisable(query(client, given)) })
}

type Method = (...given: unknown[]) => Promise<unknown>

function proxy<T extends object>(target: T, instead: Record<string, Method>): T {
  return new Proxy(target, {
    get(_target, name) {
      if (typeof name === 'string' && Object.hasOwn(instead, name)) return instead[name]
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

function query(target: Pool | PoolClient, given: unknown[]): Promise<unknown> {
  return (target.query as Method).apply(target, given)
}

async function recognisable<T>(result: Promise<T>): Promise<T> {
  try {
    return await result
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && broken.has(String(error.code)))) throw error
    throw new Error(`ECONNRESET, seen as ${error.message}`, { cause: error })
  }
}
