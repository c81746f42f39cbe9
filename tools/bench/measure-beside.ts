import type { Load } from './loads/measure-load.ts'
import type { Scenario } from './loads/scenarios.ts'
import { quantile } from './quantile.ts'

/** The medians of several bursts. */
export type Pace = {
  readonly documentsPerSecond: number
  readonly productMilliseconds: number
  readonly databaseMilliseconds: number
}

export type Beside = {
  readonly without: Pace
  readonly with: Pace
  readonly bursts: { readonly without: readonly Load[]; readonly with: readonly Load[] }
}

type Given = {
  readonly without: Scenario
  readonly with: Scenario
  readonly callers: number
  readonly warm: number
  readonly rounds: number
  /** Of each burst. */
  readonly documents: number
}

/**
 * Measures two installations that are up side by side in alternating bursts. Whatever else the machine
 * does meets both alike, and neither comes first more often.
 */
export async function measureBeside(given: Given): Promise<Beside> {
  const { callers, warm, rounds, documents } = given
  const bursts = { without: [] as Load[], with: [] as Load[] }
  for (const side of ['without', 'with'] as const) await given[side].send(callers, warm)
  for (let round = 0; round < rounds; round++) {
    const sides = ['without', 'with'] as const
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      bursts[side].push(await given[side].measure(callers, documents))
    }
  }
  return { without: paceOf(bursts.without), with: paceOf(bursts.with), bursts }
}

function paceOf(loads: readonly Load[]): Pace {
  const medianOf = (read: (load: Load) => number) => quantile(loads.map(read), 0.5)
  return {
    documentsPerSecond: medianOf((load) => load.documentsPerSecond),
    productMilliseconds: medianOf((load) => load.cpuMillisecondsPerDocument.product),
    databaseMilliseconds: medianOf((load) => load.cpuMillisecondsPerDocument.postgres),
  }
}
