import { openInstallation } from './installation.ts'
import type { Load } from './loads/measure-load.ts'
import { deployScenarios } from './loads/scenarios.ts'
import { type ListTime, measureHistory } from './measure-history.ts'
import type { Part } from './part.ts'
import { startModels } from './start-models.ts'
import { strictly } from './strictly.ts'
import { table } from './table.ts'

type History = {
  readonly executions: number
  readonly loadWhenEmpty: Load
  readonly loadWhenFull: Load
  /** Of rows and indexes. */
  readonly kilobytesPerExecution: number
  readonly lists: readonly ListTime[]
}

const sizes = {
  full: { executions: 1_000_000, warm: 200, documents: 640 },
  quick: { executions: 25_000, warm: 32, documents: 64 },
}
const callers = 16

/** Documents a second before and after many executions are stored, and the lists of these. */
export const measureWithHistory: Part = async ({ isQuick, print }) => {
  const { executions, warm, documents } = isQuick ? sizes.quick : sizes.full
  await using cleaning = new AsyncDisposableStack()
  const installation = await openInstallation(cleaning)
  const { product, admin, counters } = installation
  const models = await startModels([0], cleaning)
  const [scenario] = await deployScenarios(installation, models)
  const measure = async (): Promise<Load> => {
    await scenario!.send(callers, warm)
    return scenario!.measure(callers, documents)
  }

  print('documents on an empty installation …')
  const loadWhenEmpty = await measure()
  print(`${executions} executions …`)
  const bytesBefore = await counters.readBytes()
  const lists = await measureHistory({
    product,
    admin: strictly(admin),
    executions,
    print,
    modelUrl: models[0]!.url,
  })
  const bytes = (await counters.readBytes()) - bytesBefore
  print('documents on a full installation …')
  const loadWhenFull = await measure()
  await product.stop()
  const kilobytesPerExecution = bytes / executions / 1024
  const history = { executions, loadWhenEmpty, loadWhenFull, kilobytesPerExecution, lists }
  return { figures: history, tables: [presentHistory(history), presentLists(lists)], broken: [] }
}

function presentHistory({ executions, loadWhenEmpty, loadWhenFull, ...history }: History): string {
  const share = loadWhenFull.documentsPerSecond / loadWhenEmpty.documentsPerSecond
  return table([
    ['executions stored', String(executions)],
    ['KB of rows and indexes for each', history.kilobytesPerExecution.toFixed(1)],
    ['documents/s at 16 callers, before', loadWhenEmpty.documentsPerSecond.toFixed(1)],
    ['documents/s at 16 callers, with them', loadWhenFull.documentsPerSecond.toFixed(1)],
    ['share (wanted: >= 0.95)', share.toFixed(2)],
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
