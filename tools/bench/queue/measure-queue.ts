import { availableParallelism } from 'node:os'
import { table } from '../figures.ts'
import type { Part } from '../part.ts'
import { type MeasuredRun, runOnWorkers } from '../workers/run-on-workers.ts'
import { type QueueSimulation, type Site, simulateQueue } from './simulate-queue.ts'

const sizes = { full: 880, quick: 110 }
const modelMilliseconds = 200
const placesOfWorker = 4
/** Maximum relative difference between simulation and measurement. */
const tolerance = 0.2

const databases = [8, 64]

/**
 * Measures one, two and four workers, feeds the simulation with the costs of one worker, compares it with the
 * measurements, and extrapolates to ten, a hundred and a thousand nodes.
 */
export const measureQueue: Part = async ({ isQuick, documents, print }) => {
  const files = isQuick ? sizes.quick : sizes.full
  const runsByWorkers = new Map<number, MeasuredRun>()
  for (const workers of [1, 2, 4]) {
    print(`${workers} workers …`)
    // The simulation gives every file the same costs, so images, whose OCR takes seconds, are left out.
    const corpus = documents.withoutImages()
    const options = { workers, placesOfWorker, files, modelMilliseconds, corpus }
    runsByWorkers.set(workers, await runOnWorkers(options))
  }
  const singleWorkerRun = runsByWorkers.get(1) as MeasuredRun
  const costs = computeCosts(singleWorkerRun)
  const localSimulation = {
    ...costs,
    placesOfWorker,
    files,
    coresOfDatabase: availableParallelism(),
    databaseSeconds: costs.databaseSeconds + costs.othersSeconds,
  }
  const checks = [...runsByWorkers].map(([workers, run]) => ({
    workers,
    run,
    simulation: simulateQueue({ ...localSimulation, workers }),
  }))
  const extrapolations = [1, 10, 100, 1000].flatMap((workers) =>
    databases.map((coresOfDatabase) => extrapolate(costs, { workers, coresOfDatabase })),
  )
  const complaints = checks
    .map(({ workers, run, simulation }) => ({
      workers,
      deviation: simulation.filesPerSecond / run.steadyFilesPerSecond - 1,
    }))
    .filter(({ deviation }) => !isQuick && Math.abs(deviation) > tolerance)
    .map(
      ({ workers, deviation }) =>
        `${workers} workers: simulated ${(deviation * 100).toFixed(0)} % off`,
    )
  return {
    figures: { needs: costs, checks, far: extrapolations },
    tables: [
      presentNeeds(costs),
      presentChecks(checks),
      presentFar(extrapolations),
      documents.description,
    ],
    complaints: [...[...runsByWorkers.values()].flatMap((run) => run.complaints), ...complaints],
  }
}

type FileCosts = Pick<
  Site,
  'waitSeconds' | 'claimSeconds' | 'workerSeconds' | 'databaseSeconds'
> & {
  /**
   * Processor time of the model, the listing and the measuring process: they share this machine's
   * cores.
   */
  readonly othersSeconds: number
}

/** Computes the resources that a file needs from the run of one worker. */
function computeCosts(run: MeasuredRun): FileCosts {
  const { steadyFilesPerSecond, coresOfMachine, filesPerSecond, workerSeconds } = run
  const { databaseSeconds } = run
  const all = coresOfMachine / filesPerSecond
  const claimSeconds = run.lockHeld / filesPerSecond
  const whole = placesOfWorker / steadyFilesPerSecond
  return {
    waitSeconds: Math.max(modelMilliseconds / 1000, whole - all - claimSeconds),
    claimSeconds,
    workerSeconds,
    databaseSeconds,
    othersSeconds: Math.max(0, all - workerSeconds - databaseSeconds),
  }
}

const usualPlaces = 128

type ExtrapolatedRow = QueueSimulation & {
  readonly workers: number
  readonly coresOfDatabase: number
}

/** Simulates nodes of two cores with the usual number of slots and enough files for all of them. */
function extrapolate(
  needs: FileCosts,
  { workers, coresOfDatabase }: Pick<ExtrapolatedRow, 'workers' | 'coresOfDatabase'>,
): ExtrapolatedRow {
  const files = Math.min(400_000, Math.max(20_000, workers * usualPlaces * 4))
  const site = { ...needs, workers, files, coresOfDatabase, coresOfNode: 2 }
  return { workers, coresOfDatabase, ...simulateQueue({ ...site, placesOfWorker: usualPlaces }) }
}

const milliseconds = (seconds: number) => (seconds * 1000).toFixed(1)
const percent = (part: number) => (part * 100).toFixed(0)

const presentNeeds = (needs: FileCosts): string =>
  table([
    ['of a file, by one worker, ms', 'waits', 'claim', 'worker', 'database', 'others'],
    [
      '',
      milliseconds(needs.waitSeconds),
      milliseconds(needs.claimSeconds),
      milliseconds(needs.workerSeconds),
      milliseconds(needs.databaseSeconds),
      milliseconds(needs.othersSeconds),
    ],
  ])

type Check = {
  readonly workers: number
  readonly run: MeasuredRun
  readonly simulation: QueueSimulation
}

const presentChecks = (checks: readonly Check[]): string =>
  table([
    ['workers', 'files/s', 'simulated', 'off, %', 'lock held, %', 'simulated, %'],
    ...checks.map(({ workers, run, simulation }) => [
      String(workers),
      run.steadyFilesPerSecond.toFixed(1),
      simulation.filesPerSecond.toFixed(1),
      percent(simulation.filesPerSecond / run.steadyFilesPerSecond - 1),
      percent(run.lockHeld),
      percent(simulation.lockHeld),
    ]),
  ])

const presentFar = (rows: readonly ExtrapolatedRow[]): string =>
  table([
    [
      `nodes of 2 cores, ${usualPlaces} places, simulated`,
      'cores of the database',
      'files/s',
      'busy, %',
      'lock held, %',
      'wait for a claim, ms',
    ],
    ...rows.map((row) => [
      String(row.workers),
      String(row.coresOfDatabase),
      row.filesPerSecond.toFixed(0),
      percent(row.databaseBusy),
      percent(row.lockHeld),
      milliseconds(row.claimWaitSeconds),
    ]),
  ])
