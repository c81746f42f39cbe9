import { deployOrders } from '../../../apps/server/src/entry/testing/order-deployment.ts'
import type { TestFile } from '../../../apps/server/src/testing/people.ts'
import { changePixels } from '../documents/change-pixels.ts'
import type { NamedCorpus } from '../documents/realistic-corpus.ts'
import { sendAndCheck } from '../documents/send-and-check.ts'
import { quantile, table } from '../figures.ts'
import { type BenchInstallation, openInstallation } from '../installation.ts'
import { type Load, measureFiles } from '../loads/measure-load.ts'
import type { Part } from '../part.ts'
import { startModels } from '../start-models.ts'
import { type Memory, watchMemory } from '../watch-memory.ts'

const sizes = {
  full: { rounds: 21, bursts: 6, documents: 240 },
  quick: { rounds: 5, bursts: 2, documents: 60 },
}
const callers = 16
/** Rounds that only warm up: code is compiled, and caches get to know the images. */
const warmRounds = 3

/** Whether the images of a document were sent before, or each has a pixel that nobody has seen. */
const sides = ['known', 'changed'] as const
type Side = (typeof sides)[number]
type Sides<Value> = Readonly<Record<Side, Value>>

type DocumentRow = {
  readonly name: string
  readonly images: number
  readonly changedImages: number
  readonly p50Milliseconds: Sides<number>
}

/**
 * Measures each document alone, and all together with 16 callers, with a model of 0 ms: once with images that
 * caches know, once with a changed pixel in each image. Both take turns, so that other load affects both alike.
 */
export const measureInvoices: Part = async ({ isQuick, documents, print }) => {
  const size = isQuick ? sizes.quick : sizes.full
  await using cleaning = new AsyncDisposableStack()
  const installation = await openInstallation(cleaning)
  const [model] = await startModels([0], cleaning)
  const stage = await openStage(installation, documents.all(), model!.url)
  print('one caller …')
  const rows = await measureAlone(stage, size.rounds)
  print(`${callers} callers …`)
  const memory = await watchMemory(installation.product)
  const bursts = await measureTogether(stage, { ...size, modelPid: model!.pid })
  memory.stop()
  const peak = memory.peak()
  await installation.product.stop()
  return {
    figures: { rows, bursts, peak },
    tables: [presentRows(rows), presentBursts(bursts, peak), documents.description],
    complaints: [],
  }
}

type Stage = {
  readonly installation: BenchInstallation
  readonly corpus: NamedCorpus
  readonly deployment: Awaited<ReturnType<typeof deployOrders>>
  /** Returns numbers that were not used before and stand for this document. */
  readonly nextNumber: (document: number) => number
}

const fields = 1

async function openStage(
  installation: BenchInstallation,
  corpus: NamedCorpus,
  modelUrl: string,
): Promise<Stage> {
  const settings = { name: 'invoices', modelUrl, fields, corpus }
  const deployment = await deployOrders(installation.admin, settings)
  let turn = 0
  const nextNumber = (document: number) => {
    turn += 1
    return turn * corpus.count + document
  }
  return { installation, corpus, deployment, nextNumber }
}

async function fileOf({ corpus }: Stage, number: number, side: Side): Promise<TestFile> {
  const file = await corpus.fileOf(number)
  if (side === 'known' || !file.name.toLowerCase().endsWith('.pdf')) return file
  const { bytes } = await changePixels(file.content as Uint8Array, number)
  return { ...file, content: bytes }
}

type Times = Sides<number[]>

async function measureAlone(stage: Stage, rounds: number): Promise<DocumentRow[]> {
  const times = Array.from(
    { length: stage.corpus.count },
    (): Times => ({ known: [], changed: [] }),
  )
  for (let round = 0; round < warmRounds + rounds; round++) {
    for (const [document, own] of times.entries()) {
      for (const side of turnsOf(round)) {
        const milliseconds = await sendCopy(stage, document, side)
        if (round >= warmRounds) own[side].push(milliseconds)
      }
    }
  }
  return await Promise.all(times.map((own, document) => rowOf(stage, document, own)))
}

/** Returns the sides of a round; the second of a round is the first of the next. */
const turnsOf = (round: number) => (round % 2 === 0 ? sides : sides.toReversed())

async function sendCopy(stage: Stage, document: number, side: Side): Promise<number> {
  const { corpus, deployment, installation } = stage
  const number = stage.nextNumber(document)
  const file = await fileOf(stage, number, side)
  return await sendAndCheck(installation.admin, { deployment, corpus, number, file, fields })
}

async function rowOf(
  { corpus }: Stage,
  document: number,
  times: Sides<readonly number[]>,
): Promise<DocumentRow> {
  const { content, name } = await corpus.fileOf(document)
  const isPdf = name.toLowerCase().endsWith('.pdf')
  const pixels = isPdf
    ? await changePixels(content as Uint8Array, 0)
    : { images: 0, changedImages: 0 }
  return {
    name: corpus.nameOf(document),
    images: pixels.images,
    changedImages: pixels.changedImages,
    p50Milliseconds: { known: quantile(times.known, 0.5), changed: quantile(times.changed, 0.5) },
  }
}

type BurstOptions = {
  readonly bursts: number
  readonly documents: number
  readonly modelPid: number
}

type Bursts = Readonly<Record<Side, readonly Load[]>>

async function measureTogether(stage: Stage, options: BurstOptions): Promise<Bursts> {
  const { installation, corpus, deployment } = stage
  const loads = { known: [] as Load[], changed: [] as Load[] }
  for (let burst = 0; burst < options.bursts; burst++) {
    for (const side of turnsOf(burst)) {
      const numbers = Array.from({ length: options.documents }, (_, i) =>
        stage.nextNumber(i % corpus.count),
      )
      const files = await Promise.all(
        numbers.map(async (number) => ({ number, file: await fileOf(stage, number, side) })),
      )
      const { product, admin: person } = installation
      const { modelPid } = options
      const load = { product, person, deployment, corpus, callers, fields, modelPid }
      loads[side].push(await measureFiles(load, files))
    }
  }
  return loads
}

const presentRows = (rows: readonly DocumentRow[]): string =>
  table([
    ['one caller, model of 0 ms', 'images', 'changed', 'p50 ms', 'p50 ms, changed'],
    ...rows.map(({ name, images, changedImages, p50Milliseconds }) => [
      name,
      String(images),
      String(changedImages),
      p50Milliseconds.known.toFixed(1),
      p50Milliseconds.changed.toFixed(1),
    ]),
  ])

function presentBursts(bursts: Bursts, peak: Memory): string {
  const medianOf = (loads: readonly Load[], read: (load: Load) => number) =>
    quantile(loads.map(read), 0.5)
  return table([
    [
      `${callers} callers, model of 0 ms`,
      'documents/s',
      'p50 ms',
      'p95 ms',
      'CPU ms: product',
      'database',
      'MB: product',
      'database',
    ],
    ...sides.map((side) => [
      side === 'known' ? 'images known' : 'a pixel of each image changed',
      medianOf(bursts[side], (load) => load.documentsPerSecond).toFixed(1),
      medianOf(bursts[side], (load) => load.p50Milliseconds).toFixed(0),
      medianOf(bursts[side], (load) => load.p95Milliseconds).toFixed(0),
      medianOf(bursts[side], (load) => load.cpuMillisecondsPerDocument.product).toFixed(1),
      medianOf(bursts[side], (load) => load.cpuMillisecondsPerDocument.postgres).toFixed(1),
      peak.productMegabytes.toFixed(0),
      peak.postgresMegabytes.toFixed(0),
    ]),
  ])
}
