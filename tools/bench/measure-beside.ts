import type { Load } from './loads/measure-load.ts'
import type { Scenario } from './loads/scenarios.ts'
import { quantile } from './quantile.ts'

/** The medians of several bursts. */
type Pace = {
  readonly documentsPerSecond: number
  readonly productMilliseconds: number
  readonly databaseMilliseconds: number
}

export type Beside = {
  readonly without: Pace
  readonly with: Pace
  readonly bursts: { readonly without: readonly Load[]; readonly with: readonly Load[] }
}

const sides = ['without', 'with'] as const
type Sides = Readonly<Record<(typeof sides)[number], Scenario>>

type Given = {
  /** Starts the processes of both anew. */
  readonly restart: () => Promise<Sides>
  readonly lives: number
  readonly callers: number
  /** Documents that go before the bursts of a life. */
  readonly warm: number
  /** Number of rounds in each life. */
  readonly rounds: number
  /** Number of documents in each burst. */
  readonly documents: number
}

/**
 * Measures two installations that are up side by side in alternating bursts. Whatever else the machine
 * does meets both alike, and neither comes first more often. One run of the
 * program was seen to need a third more than the next, so there are several.
 */
export async function measureBeside(options: Given): Promise<Beside> {
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

/** Both in each round; the one that came second begins the next. */
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
