import { setTimeout as sleep } from 'node:timers/promises'
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
import { strictly } from '../strictly.ts'

type Wanted = {
  readonly workers: number
  readonly placesOfWorker: number
  readonly files: number
  readonly modelMilliseconds: number
}

export type MeasuredRun = {
  readonly seconds: number
  readonly filesPerSecond: number
  /** Without the first fifth, in which the source is listed and programs warm up, and the last tenth. */
  readonly steadyFilesPerSecond: number
  /** Number of cores used by the whole machine. */
  readonly coresOfMachine: number
  /** Processor time of the workers, for each file. */
  readonly workerSeconds: number
  /** … of the database. */
  readonly databaseSeconds: number
  /** The part of the time in which a worker held the lock under which all claim, 0 to 1. */
  readonly lockHeld: number
  readonly broken: readonly string[]
}

/** One run of a pipeline from a folder to a table, with so many workers on one database. */
export async function runOnWorkers(wanted: Wanted): Promise<MeasuredRun> {
  const { workers: count, placesOfWorker, files, modelMilliseconds } = wanted
  await using cleaning = new AsyncDisposableStack()
  const source = await openOrderFolder(cleaning, files)
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
  const admin = strictly(adminWith(await signIn(origin), origin))
  const given = { name: 'orders', modelUrl: model?.url ?? '', fields: 1 }
  const toolId = await makeOrderTool(admin, given)
  const ids = await makeOrderPipelines(admin, { toolId, source, tables: [books] })

  const lock = await watchClaims(databaseUrl, cleaning)
  const usedByWorkers = () => cpuSecondsOf(treeOf(workers.map(({ pid }) => pid)))
  const usedByDatabase = () => cpuSecondsOf(treeOf([lock.postmaster]))
  const before = {
    machine: cpuSecondsOfMachine(),
    workers: usedByWorkers(),
    database: usedByDatabase(),
  }
  await makeDue(databaseUrl, ids)
  const run = await untilOver(() => runsOf(databaseUrl, ids))
  const seconds = run.seconds ?? Number.NaN
  const written = new Set(await books.places()).size
  const isWhole = run.successful === files && written === files
  return {
    seconds,
    filesPerSecond: files / seconds,
    steadyFilesPerSecond: await lock.steadyRate(run.id, files),
    coresOfMachine: (cpuSecondsOfMachine() - before.machine) / seconds,
    workerSeconds: (usedByWorkers() - before.workers) / files,
    databaseSeconds: (usedByDatabase() - before.database) / files,
    lockHeld: lock.heldPart(),
    broken: isWhole ? [] : [`${run.successful} of ${files} files succeeded, ${written} rows`],
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
