import { setTimeout as sleep } from 'node:timers/promises'
import { makeOrderTool } from '../../../apps/server/src/entry/testing/order-deployment.ts'
import {
  makeDue,
  makeOrderPipelines,
  runsOf,
} from '../../../apps/server/src/entry/testing/pipelines/order-pipelines.ts'
import { openOrderFolder } from '../../../apps/server/src/entry/testing/pipelines/order-source.ts'
import { openPostgresTable } from '../../../apps/server/src/entry/testing/pipelines/order-tables.ts'
import { openSharedInstallation } from '../../../apps/server/src/entry/testing/shared-installation.ts'
import { adminWith, signIn } from '../../../apps/server/src/entry/testing/start-product.ts'
import type { Part } from '../part.ts'
import { cpuSecondsOfMachine } from '../read-usage.ts'
import { startModels } from '../start-models.ts'
import { strictly } from '../strictly.ts'
import { table } from '../table.ts'

const sizes = { full: 2400, quick: 80 }
const modelMilliseconds = 200
/** So few that the places of a worker, and not the cores of one machine, bound what one worker does. */
const placesOfWorker = 4

type RunRow = {
  readonly workers: number
  readonly seconds: number
  readonly filesPerSecond: number
  /** That everything on the machine used. */
  readonly coresOfMachine: number
}

/** One run of a pipeline from a folder to a table, with one worker on the database and with four. */
export const measureRunOnWorkers: Part = async ({ isQuick, print }) => {
  const files = isQuick ? sizes.quick : sizes.full
  const rows: RunRow[] = []
  const broken: string[] = []
  for (const workers of [1, 4]) {
    print(`a run of ${files} files, ${workers} workers …`)
    await using cleaning = new AsyncDisposableStack()
    const source = await openOrderFolder(cleaning, files)
    const books = await openPostgresTable(cleaning)
    const { start, databaseUrl } = await openSharedInstallation(
      cleaning,
      {
        RECTO_INNER_ADDRESSES: 'on',
        RECTO_CONNECTOR_FOLDERS: source.path,
        RECTO_JOBS_PER_WORKER: `${placesOfWorker}`,
      },
      { isPastDoor: true },
    )
    const [model] = await startModels([modelMilliseconds], cleaning)
    const origin = await start('web').ready
    await Promise.all(Array.from({ length: workers }, () => start('worker').ready))
    const admin = strictly(adminWith(await signIn(origin), origin))
    const toolId = await makeOrderTool(admin, {
      name: 'orders',
      modelUrl: model?.url ?? '',
      fields: 1,
    })
    const ids = await makeOrderPipelines(admin, { toolId, source, tables: [books] })
    const before = cpuSecondsOfMachine()
    await makeDue(databaseUrl, ids)
    const run = await untilOver(() => runsOf(databaseUrl, ids))
    const written = new Set(await books.places()).size
    if (run.successful !== files || written !== files) {
      broken.push(`${run.successful} of ${files} files succeeded, ${written} rows`)
    }
    const seconds = run.seconds ?? Number.NaN
    const filesPerSecond = files / seconds
    const coresOfMachine = (cpuSecondsOfMachine() - before) / seconds
    rows.push({ workers, seconds, filesPerSecond, coresOfMachine })
    print(`${filesPerSecond.toFixed(1)} files a second`)
  }
  return { figures: rows, tables: [present(rows)], broken }
}

type Runs = () => ReturnType<typeof runsOf>

async function untilOver(runs: Runs) {
  for (;;) {
    const [run] = await runs()
    if (run && !['PENDING', 'EXECUTING'].includes(run.status)) return run
    await sleep(200)
  }
}

function present(rows: readonly RunRow[]): string {
  const first = rows[0]?.filesPerSecond ?? Number.NaN
  return table([
    [
      `a run, ${placesOfWorker} places a worker, model of ${modelMilliseconds} ms`,
      'seconds',
      'files/s',
      'against one',
      'cores',
    ],
    ...rows.map((row) => [
      `${row.workers} workers`,
      row.seconds.toFixed(1),
      row.filesPerSecond.toFixed(1),
      (row.filesPerSecond / first).toFixed(2),
      row.coresOfMachine.toFixed(1),
    ]),
  ])
}
