import type { Starts } from '../installation.ts'
import type { Memory } from '../watch-memory.ts'

/** Resource usage of the product without requests; processor time is milliseconds per second. */
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
