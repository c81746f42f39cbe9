import { join } from 'node:path'
import { isRunning, readPostmaster } from '../../platform/db/embedded/postmaster.ts'
import { getDatabaseUrl } from '../../platform/db/embedded/server-address.ts'
import { type Cookies, type Person, personOf } from '../../testing/people.ts'
import { killTree, treeOf } from './process-tree.ts'
import { adminPassword, startProcess } from './start-process.ts'

export type Product = {
  /** Resolves with its address when it listens and is seeded; rejects when it ends before. */
  readonly ready: Promise<string>
  /** Resolves when the process has gone, with its exit code; null when it was killed. */
  readonly exited: Promise<number | null>
  output(): string
  /** Returns its processes; those of the database are separate. */
  processes(): Promise<{ readonly product: number[]; readonly postgres: number[] }>
  databaseUrl(): Promise<string>
  /** SIGKILL for every process of it, the database's included; resolves when none is left. */
  kill(): Promise<void>
  /** SIGTERM, as an operator would; resolves with what is left of it once the process has gone. */
  stop(): Promise<StopResult>
}

type StopResult = {
  readonly code: number | null
  readonly milliseconds: number
  readonly orphans: readonly number[]
}

type StartProductOptions = {
  readonly dataDir: string
  readonly env?: Readonly<Record<string, string>>
}

/** The real product as processes of its own, with the database that comes with it. */
export function startProduct({ dataDir, env = {} }: StartProductOptions): Product {
  const main = startProcess({ program: 'start', folder: dataDir, env })
  const { ready, exited: exitPromise, output } = main

  const cluster = join(dataDir, 'postgres')
  const postmaster = async () => {
    const foundPostmaster = await readPostmaster(cluster)
    return foundPostmaster && isRunning(foundPostmaster, foundPostmaster.clusterFolder)
      ? foundPostmaster
      : undefined
  }
  const processes = async () => {
    const foundPostmaster = await postmaster()
    const postgres = foundPostmaster ? treeOf([foundPostmaster.pid]) : []
    const all = treeOf([main.pid])
    return { product: all.filter((pid) => !postgres.includes(pid)), postgres }
  }
  const listAllPids = async () => Object.values(await processes()).flat()

  return {
    ready,
    exited: exitPromise,
    output,
    processes,
    async databaseUrl() {
      const foundPostmaster = await postmaster()
      if (!foundPostmaster) throw new Error('The database does not run.')
      return getDatabaseUrl({ kind: 'socket', folder: foundPostmaster.socketFolder })
    },
    async kill() {
      await killTree(await listAllPids())
      await exitPromise
    },
    async stop() {
      const initialPids = await listAllPids()
      const start = performance.now()
      main.signal('SIGTERM')
      const code = await exitPromise
      const milliseconds = performance.now() - start
      return { code, milliseconds, orphans: treeOf(initialPids) }
    },
  }
}

/** The admin at a browser: the cookies outlive the product, as a browser's do. */
export function adminWith(cookies: Cookies, origin: string): Person {
  return personOf({
    origin,
    base: '/api/v1/recto/recto/',
    username: 'admin',
    cookies: async () => cookies,
  })
}

export async function signIn(origin: string): Promise<Cookies> {
  const cookies: Cookies = {}
  const admin = adminWith(cookies, origin)
  const form = new URLSearchParams({ username: 'admin', password: adminPassword })
  const { status, headers } = await admin.post('/api/v1/login', form)
  for (const cookie of headers.getSetCookie()) {
    const [, name, value] = /^(sessionid|csrftoken)=([^;]*)/.exec(cookie) ?? []
    if (name) Object.assign(cookies, { [name]: value })
  }
  if (!cookies.sessionid) throw new Error(`Nobody could sign in: ${status}`)
  await admin.post('/api/v1/organization/recto/set')
  return cookies
}
