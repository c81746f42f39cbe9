import { setTimeout as sleep } from 'node:timers/promises'
import type { Corpus } from '../../../apps/server/src/entry/testing/corpus.ts'
import { makeOrderTool } from '../../../apps/server/src/entry/testing/order-deployment.ts'
import {
  makeDue,
  makeOrderPipelines,
  type PipelineRun,
  runsOf,
} from '../../../apps/server/src/entry/testing/pipelines/order-pipelines.ts'
import { openOrderFolder } from '../../../apps/server/src/entry/testing/pipelines/order-source.ts'
import { openPostgresTable } from '../../../apps/server/src/entry/testing/pipelines/order-tables.ts'
import { treeOf } from '../../../apps/server/src/entry/testing/process-tree.ts'
import { openSharedInstallation } from '../../../apps/server/src/entry/testing/shared-installation.ts'
import { adminWith, signIn } from '../../../apps/server/src/entry/testing/start-product.ts'
import { watchClaims } from '../../../apps/server/src/entry/testing/watch-claims.ts'
import { cpuSecondsOf, cpuSecondsOfMachine } from '../read-usage.ts'
import { startModels } from '../start-models.ts'
import { throwOnError } from '../throw-on-error.ts'

type WorkerRunOptions = {
  readonly workers: number
  readonly placesOfWorker: number
  readonly files: number
  readonly modelMilliseconds: number
  readonly corpus: Corpus
}

export type MeasuredRun = {
  readonly seconds: number
  readonly filesPerSecond: number
  /** Throughput without the first fifth, in which the source is listed and processes warm up, and the last tenth. */
  readonly steadyFilesPerSecond: number
  /** Number of cores used by the whole machine. */
  readonly coresOfMachine: number
  /** Processor time of the workers, for each file. */
  readonly workerSeconds: number
  /** Processor time of the database, for each file. */
  readonly databaseSeconds: number
  /** Share of the time in which a worker held the lock that all claims need, 0 to 1. */
  readonly lockHeld: number
  readonly complaints: readonly string[]
}

/** Runs a pipeline from a folder to a table with several workers on one database. */
export async function runOnWorkers(options: WorkerRunOptions): Promise<MeasuredRun> {
  const { workers: count, placesOfWorker, files, modelMilliseconds, corpus } = options
  await using cleaning = new AsyncDisposableStack()
  const source = await openOrderFolder(cleaning, files, corpus)
  const books = await openPostgresTable(cleaning)
  const env = {
    RECTO_INNER_ADDRESSES: 'on',
    RECTO_CONNECTOR_FOLDERS: source.path,
    RECTO_JOBS_PER_WORKER: `${placesOfWorker}`,
  }
  const shared = await openSharedInstallation(cleaning, env, { isPastDoor: true })
  const { start, databaseUrl } = shared
  const [model] = await startModels([modelMilliseconds], cleaning)
  const origin = await start('web').ready
  const workers = Array.from({ length: count }, () => start('worker'))
  await Promise.all(workers.map(({ ready }) => ready))
  const admin = throwOnError(adminWith(await signIn(origin), origin))
  const settings = { name: 'orders', modelUrl: model?.url ?? '', fields: 1, corpus }
  const toolId = await makeOrderTool(admin, settings)
  const ids = await makeOrderPipelines(admin, { toolId, source, tables: [books] })

  const lock = await watchClaims(databaseUrl, cleaning)
  const usedByWorkers = () => cpuSecondsOf(treeOf(workers.map(({ pid }) => pid)))
  const usedByDatabase = () => cpuSecondsOf(treeOf([lock.postmaster]))
  const cpuBefore = {
    machine: cpuSecondsOfMachine(),
    workers: usedByWorkers(),
    database: usedByDatabase(),
  }
  await makeDue(databaseUrl, ids)
  const run = await untilOver(() => runsOf(databaseUrl, ids))
  const seconds = run.seconds ?? Number.NaN
  const rowCount = new Set(await books.places()).size
  const isWhole = run.successful === files && rowCount === files
  return {
    seconds,
    filesPerSecond: files / seconds,
    steadyFilesPerSecond: await lock.steadyRate(run.id, files),
    coresOfMachine: (cpuSecondsOfMachine() - cpuBefore.machine) / seconds,
    workerSeconds: (usedByWorkers() - cpuBefore.workers) / files,
    databaseSeconds: (usedByDatabase() - cpuBefore.database) / files,
    lockHeld: lock.heldPart(),
    complaints: isWhole ? [] : [`${run.successful} of ${files} files succeeded, ${rowCount} rows`],
  }
}

type Runs = () => Promise<readonly PipelineRun[]>

async function untilOver(runs: Runs) {
  for (;;) {
    const [run] = await runs()
    if (run && !['PENDING', 'EXECUTING'].includes(run.status)) return run
    await sleep(200)
  }
}
