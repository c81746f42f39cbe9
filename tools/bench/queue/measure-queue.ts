import { availableParallelism } from 'node:os'
import type { Part } from '../part.ts'
import { table } from '../table.ts'
import { type MeasuredRun, runOnWorkers } from '../workers/run-on-workers.ts'
import { type Simulated, type Site, simulateQueue } from './simulate-queue.ts'

const sizes = { full: 1600, quick: 120 }
const modelMilliseconds = 200
const placesOfWorker = 4
/** Maximum relative difference between simulation and measurement. */
const tolerance = 0.2

const databases = [8, 64]

/**
 * One, two and four workers measured; the simulation fed with what one of them takes and held against the others; and then what it
 * tells of ten, a hundred and a thousand nodes.
 */
export const measureQueue: Part = async ({ isQuick, print }) => {
  const files = isQuick ? sizes.quick : sizes.full
  const runsByWorkers = new Map<number, MeasuredRun>()
  for (const workers of [1, 2, 4]) {
    print(`${workers} workers …`)
    const options = { workers, placesOfWorker, files, modelMilliseconds }
    runsByWorkers.set(workers, await runOnWorkers(options))
  }
  const one = runsByWorkers.get(1) as MeasuredRun
  const needs = needsOf(one)
  const localSimulation = {
    ...needs,
    placesOfWorker,
    files,
    coresOfDatabase: availableParallelism(),
    databaseSeconds: needs.databaseSeconds + needs.othersSeconds,
  }
  const checks = [...runsByWorkers].map(([workers, run]) => ({
    workers,
    run,
    simulated: simulateQueue({ ...localSimulation, workers }),
  }))
  const extrapolated = [1, 10, 100, 1000].flatMap((workers) =>
    databases.map((coresOfDatabase) => farther(needs, { workers, coresOfDatabase })),
  )
  const complaints = checks
    .map(({ workers, run, simulated }) => ({
      workers,
      off: simulated.filesPerSecond / run.steadyFilesPerSecond - 1,
    }))
    .filter(({ off }) => !isQuick && Math.abs(off) > tolerance)
    .map(({ workers, off }) => `${workers} workers: simulated ${(off * 100).toFixed(0)} % off`)
  return {
    figures: { needs, checks, far: extrapolated },
    tables: [presentNeeds(needs), presentChecks(checks), presentFar(extrapolated)],
    broken: [...[...runsByWorkers.values()].flatMap((run) => run.broken), ...complaints],
  }
}

type Needs = Pick<Site, 'waitSeconds' | 'claimSeconds' | 'workerSeconds' | 'databaseSeconds'> & {
  /**
   * Processor time of the model, the listing and the measuring process: they share this machine's
   * cores.
   */
  readonly othersSeconds: number
}

/** Computes the resources that a file needs from the run of one worker. */
function needsOf(run: MeasuredRun): Needs {
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

type Far = Simulated & { readonly workers: number; readonly coresOfDatabase: number }

/** Nodes of two cores with as many places as a worker usually has, and enough files for all. */
function farther(
  needs: Needs,
  { workers, coresOfDatabase }: Pick<Far, 'workers' | 'coresOfDatabase'>,
): Far {
  const files = Math.min(400_000, Math.max(20_000, workers * usualPlaces * 4))
  const site = { ...needs, workers, files, coresOfDatabase, coresOfNode: 2 }
  return { workers, coresOfDatabase, ...simulateQueue({ ...site, placesOfWorker: usualPlaces }) }
}

const milliseconds = (seconds: number) => (seconds * 1000).toFixed(1)
const percent = (part: number) => (part * 100).toFixed(0)

const presentNeeds = (needs: Needs): string =>
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
  readonly simulated: Simulated
}

const presentChecks = (checks: readonly Check[]): string =>
  table([
    ['workers', 'files/s', 'simulated', 'off, %', 'lock held, %', 'simulated, %'],
    ...checks.map(({ workers, run, simulated }) => [
      String(workers),
      run.steadyFilesPerSecond.toFixed(1),
      simulated.filesPerSecond.toFixed(1),
      percent(simulated.filesPerSecond / run.steadyFilesPerSecond - 1),
      percent(run.lockHeld),
      percent(simulated.lockHeld),
    ]),
  ])

const presentFar = (rows: readonly Far[]): string =>
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
