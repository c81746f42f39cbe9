import { loadavg } from 'node:os'
import { awaitWriteBack } from './await-write-back.ts'
import { table } from './figures.ts'
import { type BenchInstallation, openInstallation, restartInstallation } from './installation.ts'
import { deployFloor } from './loads/scenarios.ts'
import { fillInstallation, type ListTime, measureLists } from './measure-history.ts'
import { measureSideBySide, type PaceComparison } from './measure-side-by-side.ts'
import type { Part, PartOptions } from './part.ts'
import { type Model, startModels } from './start-models.ts'
import { throwOnError } from './throw-on-error.ts'

type History = PaceComparison & {
  readonly executions: number
  /** Size of rows and indexes. */
  readonly kilobytesPerExecution: number
  readonly loadAverage: readonly number[]
  readonly lists: readonly ListTime[]
}

const sizes = {
  full: { executions: 1_000_000, lives: 6, warm: 240, rounds: 4, documents: 120 },
  quick: { executions: 25_000, lives: 2, warm: 96, rounds: 2, documents: 64 },
}
const callers = 16

/** Measures the throughput with and without many stored executions, and the lists of executions. */
export const measureWithHistory: Part = async (options) => {
  const { executions, ...size } = options.isQuick ? sizes.quick : sizes.full
  const { print } = options
  await using cleaning = new AsyncDisposableStack()
  const models = await startModels([0], cleaning)
  let empty = await openInstallation(cleaning)
  let full = await openInstallation(cleaning)
  const emptyScenario = await deployFloor(empty, models[0]!)
  const fullScenario = await deployFloor(full, models[0]!)
  print(`${executions} executions …`)
  const kilobytesPerExecution = (await fill(full, executions, models, options)) / 1024
  await awaitWriteBack(print)

  const restart = async () => {
    empty = await restartInstallation(empty, cleaning)
    full = await restartInstallation(full, cleaning)
    return { without: emptyScenario.on(empty), with: fullScenario.on(full) }
  }
  print('documents on an empty and on a full installation, in turn …')
  const comparison = await measureSideBySide({ restart, callers, ...size })
  const loadAverage = loadavg()
  await empty.product.stop()
  print('lists …')
  const lists = await measureLists(throwOnError(full.admin))
  await full.product.stop()
  const history = { executions, ...comparison, kilobytesPerExecution, loadAverage, lists }
  return {
    figures: history,
    tables: [presentHistory(history), presentLists(lists)],
    complaints: [],
  }
}

/** Fills the installation and returns the bytes of rows and indexes per execution. */
async function fill(
  { product, admin, counters }: BenchInstallation,
  executions: number,
  models: readonly Model[],
  { print }: PartOptions,
): Promise<number> {
  const bytesBefore = await counters.readBytes()
  const modelUrl = models[0]!.url
  await fillInstallation({ product, admin: throwOnError(admin), executions, modelUrl, print })
  return ((await counters.readBytes()) - bytesBefore) / executions
}

function presentHistory(history: History): string {
  const { executions, without: empty, with: full, kilobytesPerExecution } = history
  const row = (title: string, keyOf: keyof typeof empty, digits: number) => [
    title,
    empty[keyOf].toFixed(digits),
    full[keyOf].toFixed(digits),
    (full[keyOf] / empty[keyOf]).toFixed(2),
  ]
  const pace = row('documents/s at 16 callers', 'documentsPerSecond', 1)
  const product = row('CPU ms a document: product', 'productMilliseconds', 2)
  const database = row('… database', 'databaseMilliseconds', 2)
  return table([
    ['executions stored', '0', String(executions), 'share', 'wanted'],
    [...pace!, '>= 0.95'],
    product!,
    database!,
    ['KB of rows and indexes for each', '', kilobytesPerExecution.toFixed(1)],
  ])
}

function presentLists(lists: readonly ListTime[]): string {
  const titles = ['lists of 50 rows', 'rows', 'page 1 ms', 'wanted', 'page 1,000 ms', 'wanted']
  const rows = lists.map(({ list, count, firstPageMilliseconds, page1000Milliseconds }) => [
    list,
    String(count),
    firstPageMilliseconds.toFixed(0),
    '<= 50',
    page1000Milliseconds.toFixed(0),
    '<= 200',
  ])
  return table([titles, ...rows])
}
