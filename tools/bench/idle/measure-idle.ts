import { resolve } from 'node:path'
import { countRest, waitUntilReported } from '../count-work.ts'
import { folderMegabytes } from '../folder-size.ts'
import { type BenchInstallation, openInstallation } from '../installation.ts'
import { deployFloor } from '../loads/scenarios.ts'
import type { Part } from '../part.ts'
import { cpuBetween, readCpu } from '../read-cpu.ts'
import { startModels } from '../start-models.ts'
import { readMemory } from '../watch-memory.ts'
import type { Idle, Rest } from './idle.ts'
import { presentIdle } from './present-idle.ts'

const restSeconds = { full: 20, quick: 8 }

/** Measures startup times, sizes, and the activity of a product that is idle after some work. */
export const measureIdle: Part = async ({ isQuick, print }) => {
  await using cleaning = new AsyncDisposableStack()
  print('starts …')
  const nodeModulesMegabytes = await folderMegabytes(resolve('node_modules'))
  const installation = await openInstallation(cleaning)
  const memoryAfterStart = await readMemory(installation.product)

  print('at rest …')
  await doSomeWork(installation, cleaning)
  await waitUntilReported()
  const rest = await measureRest(installation, isQuick ? restSeconds.quick : restSeconds.full)
  const memoryAtRest = await readMemory(installation.product)
  await installation.product.stop()
  const idle: Idle = {
    ...installation.starts,
    nodeModulesMegabytes,
    memoryAfterStart,
    memoryAtRest,
    rest,
  }
  return { figures: idle, tables: [presentIdle(idle)], complaints: [] }
}

/**
 * Processes some documents, so that connections and modules of the first document are already
 * loaded.
 */
async function doSomeWork(
  installation: BenchInstallation,
  cleaning: AsyncDisposableStack,
): Promise<void> {
  const models = await startModels([0], cleaning)
  const scenario = await deployFloor(installation, models[0]!)
  await scenario.send(16, 32)
}

async function measureRest(
  { product, counters }: BenchInstallation,
  wantedSeconds: number,
): Promise<Rest> {
  const cpuBefore = await readCpu(product)
  const start = performance.now()
  const { statements, commits } = await countRest(counters, wantedSeconds)
  const seconds = (performance.now() - start) / 1000
  const cpuUsed = cpuBetween(cpuBefore, await readCpu(product))
  return {
    seconds,
    productCpuMilliseconds: (cpuUsed.product * 1000) / seconds,
    postgresCpuMilliseconds: (cpuUsed.postgres * 1000) / seconds,
    statementsPerSecond: statements,
    commitsPerSecond: commits,
  }
}
