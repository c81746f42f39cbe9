import { countRest, countWork, waitUntilReported } from '../count-work.ts'
import type { BenchDocuments } from '../documents/bench-documents.ts'
import { folderMegabytes } from '../folder-size.ts'
import { type BenchInstallation, openInstallation } from '../installation.ts'
import type { Part, PartOptions } from '../part.ts'
import { type Model, startModels } from '../start-models.ts'
import { watchMemory } from '../watch-memory.ts'
import type { CountRow, LoadRow, StoredRow } from './load-rows.ts'
import { presentCounts, presentDocuments, presentLoads, presentStored } from './present-loads.ts'
import { deployBuiltIn, deployFloor, deployModel, type Scenario } from './scenarios.ts'

const latencies = [0, 200]

type Size = {
  /** Number of documents for each number of callers. */
  readonly documents: readonly (readonly [callers: number, documents: number])[]
  /** Number of warm-up documents, before everything (`first`) and before each model (`warm`). */
  readonly first: number
  readonly warm: number
  readonly counted: readonly (readonly [callers: number, documents: number])[]
}

const sizes: Readonly<Record<'full' | 'quick', Size>> = {
  full: {
    documents: [
      [1, 60],
      [4, 120],
      [16, 360],
    ],
    first: 180,
    warm: 60,
    counted: [
      [1, 24],
      [16, 96],
    ],
  },
  quick: {
    documents: [
      [1, 12],
      [4, 24],
      [16, 60],
    ],
    first: 60,
    warm: 24,
    counted: [[16, 48]],
  },
}

const maxCallers = 16
const restSeconds = 10

/** Measures documents of all kinds sent to API deployments: throughput, latency and resources. */
export const measureLoads: Part = async (options) => {
  await using cleaning = new AsyncDisposableStack()
  const installation = await openInstallation(cleaning)
  const models = await startModels(latencies, cleaning)
  const scenarios = await deployScenarios(installation, models, options.documents)
  const size = options.isQuick ? sizes.quick : sizes.full
  // Warm-up: everything that is loaded, compiled or connected lazily is ready afterwards.
  await scenarios[0]?.send(maxCallers, size.first)

  const loads: LoadRow[] = []
  const storedRows: StoredRow[] = []
  for (const scenario of scenarios) {
    const kilobytesBefore = await storedKilobytes(installation)
    loads.push(...(await measureScenario(installation, scenario, options)))
    const kilobytesAfter = await storedKilobytes(installation)
    const documents = size.documents.reduce((sum, [, count]) => sum + count, size.warm)
    storedRows.push({
      model: scenario.model,
      documents,
      kilobytesOfFiles: (kilobytesAfter.files - kilobytesBefore.files) / documents,
      kilobytesOfRows: (kilobytesAfter.rows - kilobytesBefore.rows) / documents,
    })
  }
  const counts = await countScenarios(installation, scenarios, options)
  await installation.product.stop()
  return {
    figures: { loads, counts, stored: storedRows },
    tables: [
      presentLoads(loads),
      options.documents.description,
      presentDocuments(loads),
      presentCounts(counts),
      presentStored(storedRows),
    ],
    complaints: [],
  }
}

/**
 * Deploys each way of answering for all documents, one for those that are no images, and one for pages of one line,
 * which show what the product costs without its reading.
 */
async function deployScenarios(
  installation: BenchInstallation,
  models: readonly Model[],
  documents: BenchDocuments,
): Promise<Scenario[]> {
  const counter = { nextNumber: 1 }
  const scenarios: Scenario[] = []
  for (const model of models) {
    const { latencyMs, name: title } = model
    const settings = { name: `bench-${latencyMs}`, title, corpus: documents.all(), counter }
    scenarios.push(await deployModel(installation, model, settings))
  }
  const fastModel = models[0]!
  const withoutImages = await deployModel(installation, fastModel, {
    name: 'bench-without-images',
    title: 'model of 0 ms, without images',
    corpus: documents.withoutImages(),
  })
  return [
    ...scenarios,
    await deployBuiltIn(installation, documents.all(), counter),
    withoutImages,
    await deployFloor(installation, fastModel),
  ]
}

async function measureScenario(
  { product }: BenchInstallation,
  scenario: Scenario,
  { isQuick, print }: PartOptions,
): Promise<LoadRow[]> {
  const { warm, documents } = isQuick ? sizes.quick : sizes.full
  await scenario.send(maxCallers, warm)
  const rows: LoadRow[] = []
  // One row is enough for the floor.
  const steps = documents.slice(scenario.model === 'floor' ? -1 : 0)
  for (const [callers, count] of steps) {
    print(`${scenario.model}, ${callers} at a time …`)
    const memory = await watchMemory(product)
    const load = await scenario.measure(callers, count)
    memory.stop()
    rows.push({ model: scenario.model, load, memory: memory.peak() })
  }
  return rows
}

/** Counts in a separate pass, because counting slows the work down slightly. */
async function countScenarios(
  { counters }: BenchInstallation,
  scenarios: readonly Scenario[],
  { isQuick, print }: PartOptions,
): Promise<CountRow[]> {
  print('statements and commits …')
  await waitUntilReported()
  const atRest = await countRest(counters, restSeconds)
  const rows: CountRow[] = []
  for (const scenario of scenarios) {
    for (const [callers, documents] of (isQuick ? sizes.quick : sizes.full).counted) {
      const { statements, commits } = await countWork(counters, atRest, () =>
        scenario.send(callers, documents),
      )
      rows.push({
        model: scenario.model,
        callers,
        statements: statements / documents,
        commits: commits / documents,
      })
    }
  }
  return rows
}

async function storedKilobytes({ dataDir, counters }: BenchInstallation) {
  return {
    files: (await folderMegabytes(dataDir, { excludedFolder: 'postgres' })) * 1024,
    rows: (await counters.readBytes()) / 1024,
  }
}
