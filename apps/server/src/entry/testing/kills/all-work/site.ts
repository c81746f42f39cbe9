import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Person } from '../../../../testing/people.ts'
import type { CannedModelProcess } from '../../canned-model-process.ts'
import { findFreePort } from '../../free-port.ts'
import { copyPreparedCluster } from '../../prepared-cluster.ts'
import { openSharedInstallation } from '../../shared-installation.ts'
import { adminWith, signIn, startProduct } from '../../start-product.ts'
import { awaitTakeover } from '../await-takeover.ts'
import { startReadingModel } from '../story.ts'

/** An installation whose processes are killed; it always comes back at the same address. */
export type Site = {
  readonly origin: string
  readonly admin: Person
  readonly model: CannedModelProcess
  /** The folder that the product keeps its files in. */
  readonly dataDir: string
  databaseUrl(): Promise<string>
  output(): string
  /** Kills what has its turn and starts it again; resolves when that is ready. */
  kill(turn: number, onKilled: () => Promise<void>): Promise<Kill>
}

export type Kill = {
  readonly victim: string
  /** When the signal was sent, and when nothing of the killed process was left. */
  readonly startedAt: number
  readonly endedAt: number
  /** Seconds until no item was held by the killed worker any more; absent where a start takes over. */
  readonly takeoverSeconds?: number
  /** Number of items that the killed worker held. */
  readonly heldItems?: number
}

/** Few slots, so that some work always waits; and old executions are deleted. */
const settings = {
  RECTO_SAMPLE: 'off',
  RECTO_INNER_ADDRESSES: 'on',
  RECTO_KEEP_EXECUTIONS_DAYS: '300',
  RECTO_INVITATIONS_PER_DAY: '100000',
  RECTO_JOBS_PER_WORKER: '6',
  RECTO_JOBS_PER_ORGANIZATION: '5',
  RECTO_JOBS_PER_WORKFLOW: '3',
}

async function createEnvironment(mailUrl: string): Promise<Readonly<Record<string, string>>> {
  const port = String(await findFreePort())
  const publicUrl = `http://127.0.0.1:${port}`
  return { ...settings, RECTO_MAIL_URL: mailUrl, RECTO_PUBLIC_URL: publicUrl, PORT: port }
}

/** Long enough that calls are in progress at every kill. */
const latencyMs = 700

/** The one process, with the embedded database. Everything is killed at every turn. */
export async function openSingleSite(
  cleaning: AsyncDisposableStack,
  mailUrl: string,
): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-kill-'))
  cleaning.defer(() => rm(folder, { recursive: true, force: true }))
  const model = await startReadingModel(cleaning, { latencyMs, folder })
  const dataDir = await mkdtemp(join(folder, 'data-'))
  await copyPreparedCluster(dataDir)
  const env = await createEnvironment(mailUrl)
  const start = () => startProduct({ dataDir, env })
  let product = start()
  cleaning.defer(() => product.kill())
  const origin = await product.ready
  const admin = adminWith(await signIn(origin), origin)
  return {
    origin,
    admin,
    model,
    dataDir,
    databaseUrl: () => product.databaseUrl(),
    output: () => product.output(),
    async kill(_, onKilled) {
      const startedAt = Date.now()
      await product.kill()
      await model.settled()
      const kill = { victim: 'everything', startedAt, endedAt: Date.now() }
      await onKilled()
      product = start()
      await product.ready
      return kill
    },
  }
}

/** A web and two workers on one database. The workers are killed in turn, and every third time the web. */
export async function openSharedSite(
  cleaning: AsyncDisposableStack,
  mailUrl: string,
): Promise<Site> {
  const env = await createEnvironment(mailUrl)
  const installation = await openSharedInstallation(cleaning, env, { isPastDoor: true })
  const { folder, databaseUrl, start } = installation
  const model = await startReadingModel(cleaning, { latencyMs, folder })
  const programs = ['worker', 'worker', 'web'] as const
  const processes = programs.map((program) => start(program))
  await Promise.all(processes.map(({ ready }) => ready))
  const [, , web] = processes
  const origin = (await web?.ready) ?? ''
  const admin = adminWith(await signIn(origin), origin)
  return {
    origin,
    admin,
    model,
    dataDir: folder,
    databaseUrl: async () => databaseUrl,
    output: () => processes.map((one) => one.output()).join('\n'),
    async kill(turn, onKilled) {
      const index = turn % programs.length
      const program = programs[index] ?? 'worker'
      const victim = processes[index]
      if (!victim) throw new Error('There is nothing to kill.')
      const startedAt = Date.now()
      victim.signal('SIGKILL')
      await victim.exited
      await model.settled()
      const kill = { victim: program, startedAt, endedAt: Date.now() }
      await onKilled()
      const takeoverPromise = awaitTakeover(databaseUrl, { pid: victim.pid, startedAt })
      processes[index] = start(program)
      await processes[index].ready
      return { ...kill, ...(await takeoverPromise) }
    },
  }
}
