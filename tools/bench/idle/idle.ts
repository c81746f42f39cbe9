import type { Starts } from '../installation.ts'
import type { Memory } from '../watch-memory.ts'

/** What the product takes while nobody asks anything of it; processor time is milliseconds in a second. */
export type Rest = {
  readonly seconds: number
  readonly productCpuMilliseconds: number
  readonly postgresCpuMilliseconds: number
  readonly statementsPerSecond: number
  readonly commitsPerSecond: number
}

export type Idle = Starts & {
  readonly nodeModulesMegabytes: number
  readonly memoryAfterStart: Memory
  readonly memoryAtRest: Memory
  readonly rest: Rest
}
