import { table } from '../figures.ts'
import type { CountRow, LoadRow, StoredRow } from './load-rows.ts'

type LoadTarget = { readonly documentsPerSecond?: string; readonly p50Milliseconds?: string }

const targetsByScenario: Readonly<Record<string, LoadTarget>> = {
  'model of 0 ms, without images/1': { p50Milliseconds: '<= 35' },
  'model of 0 ms, without images/16': { documentsPerSecond: '>= 60' },
  'floor/16': { documentsPerSecond: '>= 80' },
}

const titles = [
  'documents through the API',
  'callers',
  'documents/s',
  'wanted',
  'p50 ms',
  'wanted',
  'p95 ms',
  'CPU ms: product',
  'database',
  'model',
  'MB: product',
  'database',
  'others use cores',
]

export function presentLoads(loads: readonly LoadRow[]): string {
  const rows = loads.map(({ model, load, memory }) => {
    const { callers, cpuMillisecondsPerDocument: cpu } = load
    const target = targetsByScenario[`${model}/${callers}`]
    return [
      model,
      String(callers),
      load.documentsPerSecond.toFixed(1),
      target?.documentsPerSecond ?? '',
      load.p50Milliseconds.toFixed(0),
      target?.p50Milliseconds ?? '',
      load.p95Milliseconds.toFixed(0),
      cpu.product.toFixed(1),
      cpu.postgres.toFixed(1),
      cpu.model.toFixed(1),
      memory.productMegabytes.toFixed(0),
      memory.postgresMegabytes.toFixed(0),
      load.othersCores.toFixed(1),
    ]
  })
  return table([titles, ...rows])
}

/** Presents how long each document takes when it is sent alone. */
export function presentDocuments(loads: readonly LoadRow[]): string {
  const single = loads.filter(({ load }) => load.callers === 1)
  const names = [...new Set(single.flatMap(({ load }) => Object.keys(load.p50ByDocument)))]
  return table([
    ['p50 ms of a document, one caller', ...single.map(({ model }) => model)],
    ...names.map((name) => [
      name,
      ...single.map(({ load }) => load.p50ByDocument[name]?.toFixed(0) ?? ''),
    ]),
  ])
}

export function presentCounts(counts: readonly CountRow[]): string {
  const rows = counts.map(({ model, callers, statements, commits }) => [
    model,
    String(callers),
    statements.toFixed(1),
    commits.toFixed(1),
  ])
  return table([['in the database for one document', 'callers', 'statements', 'commits'], ...rows])
}

export function presentStored(storedRows: readonly StoredRow[]): string {
  const rows = storedRows.map(({ model, documents, kilobytesOfFiles, kilobytesOfRows }) => [
    model,
    String(documents),
    kilobytesOfFiles.toFixed(1),
    kilobytesOfRows.toFixed(1),
  ])
  return table([['KB on the disk for one document', 'documents', 'files', 'rows'], ...rows])
}
