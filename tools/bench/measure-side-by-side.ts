import { quantile } from './figures.ts'
import type { Load } from './loads/measure-load.ts'
import type { Scenario } from './loads/scenarios.ts'

/** Medians of several bursts. */
type Pace = {
  readonly documentsPerSecond: number
  readonly productMilliseconds: number
  readonly databaseMilliseconds: number
}

export type PaceComparison = {
  readonly without: Pace
  readonly with: Pace
  readonly bursts: { readonly without: readonly Load[]; readonly with: readonly Load[] }
}

const sides = ['without', 'with'] as const
type Sides = Readonly<Record<(typeof sides)[number], Scenario>>

type ComparisonOptions = {
  /** Restarts the processes of both installations. */
  readonly restart: () => Promise<Sides>
  readonly lives: number
  readonly callers: number
  /** Number of warm-up documents after each restart. */
  readonly warm: number
  /** Number of rounds between two restarts. */
  readonly rounds: number
  /** Number of documents in each burst. */
  readonly documents: number
}

/**
 * Measures two running installations in alternating bursts, so that other load on the machine affects both alike.
 * They are restarted several times, because one start of the program may be a third slower than the next.
 */
export async function measureSideBySide(options: ComparisonOptions): Promise<PaceComparison> {
  const bursts = { without: [] as Load[], with: [] as Load[] }
  for (let life = 0; life < options.lives; life++) {
    const scenarios = await options.restart()
    for (const side of sides) await scenarios[side].send(options.callers, options.warm)
    for (const side of turnsOf(options.rounds, life)) {
      bursts[side].push(await scenarios[side].measure(options.callers, options.documents))
    }
  }
  return { without: paceOf(bursts.without), with: paceOf(bursts.with), bursts }
}

/** Returns the order of the bursts: both in each round, and the second of a round is the first of the next. */
const turnsOf = (rounds: number, first: number) =>
  Array.from({ length: rounds }, (_, round) =>
    (first + round) % 2 === 0 ? sides : sides.toReversed(),
  ).flat()

function paceOf(loads: readonly Load[]): Pace {
  const medianOf = (read: (load: Load) => number) => quantile(loads.map(read), 0.5)
  return {
    documentsPerSecond: medianOf((load) => load.documentsPerSecond),
    productMilliseconds: medianOf((load) => load.cpuMillisecondsPerDocument.product),
    databaseMilliseconds: medianOf((load) => load.cpuMillisecondsPerDocument.postgres),
  }
}
