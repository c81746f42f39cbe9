import type { Pool, PoolClient } from 'pg'

/** How the connection over a Unix socket breaks, and how opening one to a stopped server fails. */
const brokenCodes: ReadonlySet<string> = new Set(['EPIPE', 'ENOENT'])

/**
 * DBOS waits for a database that is away, but it only recognises a broken TCP connection. The
 * embedded database is reached over a Unix socket, and there a stored step would look failed.
 */
export function poolForDbos(pool: Pool): Pool {
  return proxy(pool, {
    query: (...args) => recognisable(query(pool, args)),
    connect: async () => clientForDbos(await recognisable(pool.connect())),
  })
}

function clientForDbos(client: PoolClient): PoolClient {
  return proxy(client, { query: (...args) => recognisable(query(client, args)) })
}

type Method = (...args: unknown[]) => Promise<unknown>

function proxy<T extends object>(target: T, replacements: Record<string, Method>): T {
  return new Proxy(target, {
    get(_target, name) {
      if (typeof name === 'string' && Object.hasOwn(replacements, name)) return replacements[name]
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

function query(target: Pool | PoolClient, args: unknown[]): Promise<unknown> {
  return (target.query as Method).apply(target, args)
}

async function recognisable<T>(result: Promise<T>): Promise<T> {
  try {
    return await result
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && brokenCodes.has(String(error.code))))
      throw error
    throw new Error(`ECONNRESET, seen as ${error.message}`, { cause: error })
  }
}
