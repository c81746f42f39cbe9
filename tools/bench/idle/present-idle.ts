import { table } from '../figures.ts'
import type { Idle } from './idle.ts'

const seconds = (value: number) => `${value.toFixed(1)} s`
const megabytes = (value: number) => `${value.toFixed(0)} MB`
const milliseconds = (value: number) => `${value.toFixed(1)} ms`

export function presentIdle(idle: Idle): string {
  const { memoryAfterStart, memoryAtRest, rest } = idle
  return table([
    ['first start, on an empty data folder', seconds(idle.firstStartSeconds)],
    ['second start', seconds(idle.secondStartSeconds)],
    ['from SIGTERM to the end', seconds(idle.stopSeconds)],
    ['memory after the start, product', megabytes(memoryAfterStart.productMegabytes)],
    ['memory after the start, database', megabytes(memoryAfterStart.postgresMegabytes)],
    ['memory at rest after some documents, product', megabytes(memoryAtRest.productMegabytes)],
    ['memory at rest after some documents, database', megabytes(memoryAtRest.postgresMegabytes)],
    ['CPU a second at rest, product', milliseconds(rest.productCpuMilliseconds)],
    ['CPU a second at rest, database', milliseconds(rest.postgresCpuMilliseconds)],
    ['statements a second at rest (wanted: <= 5)', rest.statementsPerSecond.toFixed(1)],
    ['commits a second at rest', rest.commitsPerSecond.toFixed(1)],
    ['node_modules, with what only developers need', megabytes(idle.nodeModulesMegabytes)],
    ['data folder after the first start', megabytes(idle.dataMegabytes)],
  ])
}
