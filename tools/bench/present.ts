import type { KillReport } from '../../apps/server/src/entry/testing/kill-everything.ts'
import type { Measured } from './measure-product.ts'
import { table } from './table.ts'

/** What comparable software does on a machine like this one, which is the least that is wanted here. */
const bar: Readonly<Record<string, number>> = {
  'model of 0 ms/16': 17.8,
  'model of 200 ms/16': 11.7,
}

const titles = [
  'documents through the API',
  'callers',
  'documents/s',
  'wanted',
  'median ms',
  'p95 ms',
  'CPU ms: product',
  'database',
  'MB: product',
  'database',
  'others use cores',
]

export function presentLoads({ loads }: Measured): string {
  const rows = loads.map(({ model, load, memory }) => {
    const { callers, cpuMillisecondsPerDocument: cpu } = load
    const wanted = bar[`${model}/${callers}`]
    return [
      model,
      String(callers),
      load.documentsPerSecond.toFixed(1),
      wanted === undefined ? '' : `> ${wanted}`,
      load.medianMilliseconds.toFixed(0),
      load.p95Milliseconds.toFixed(0),
      cpu.product.toFixed(0),
      cpu.postgres.toFixed(0),
      memory.productMegabytes.toFixed(0),
      memory.postgresMegabytes.toFixed(0),
      load.othersCores.toFixed(1),
    ]
  })
  return table([titles, ...rows])
}

export function presentSizes(measured: Measured): string {
  const { idleMemory } = measured
  const seconds = (value: number) => `${value.toFixed(1)} s`
  const megabytes = (value: number) => `${value.toFixed(0)} MB`
  return table([
    ['first start, on an empty data folder', seconds(measured.firstStartSeconds)],
    ['second start', seconds(measured.secondStartSeconds)],
    ['from SIGTERM to the end', seconds(measured.stopSeconds)],
    ['memory after the start, product', megabytes(idleMemory.productMegabytes)],
    ['memory after the start, database', megabytes(idleMemory.postgresMegabytes)],
    ['node_modules, with what only developers need', megabytes(measured.nodeModulesMegabytes)],
    ['data folder after the first start', megabytes(measured.dataMegabytes)],
  ])
}

export function presentKills({ calls, ...report }: KillReport): string {
  return table([
    ['documents, in two requests', String(report.documents)],
    ['kills of everything', String(report.kills)],
    ['requests at the end', report.statuses.join(', ')],
    ['results', String(report.results)],
    ['results missing or wrong', String(report.wrong.length)],
    ['files with two results', String(report.twice.length)],
    ['model calls that the documents need', String(calls.keys)],
    ['… in the response cache', String(calls.kept)],
    ['… billed', String(report.billed)],
    ['requests that the model got', String(calls.requests)],
    ['… answered, but killed before the cache had the reply', String(calls.repliesLostInFlight)],
    ['… cut off before the answer', String(calls.requestsCut)],
    ['… for a reply that the cache already had', String(calls.askedAfterKept.length)],
    ['… made twice without a kill', String(calls.askedTwiceInOneLife.length)],
    ['processes left after the last stop', String(report.stopped.orphans)],
    ['seconds in all', report.secondsInAll.toFixed(0)],
  ])
}
