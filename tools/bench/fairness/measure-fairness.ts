import { setTimeout as sleep } from 'node:timers/promises'
import { omitUndefined } from '@recto/omit-undefined'
import {
  deployOrders,
  type OrderDeployment,
  sendOrders,
} from '../../../apps/server/src/entry/testing/order-deployment.ts'
import type { Person } from '../../../apps/server/src/testing/people.ts'
import type { BenchDocuments } from '../documents/bench-documents.ts'
import type { NamedCorpus } from '../documents/realistic-corpus.ts'
import { sendAndCheck } from '../documents/send-and-check.ts'
import { quantile } from '../figures.ts'
import { type BenchInstallation, openInstallation } from '../installation.ts'
import type { Part, PartOptions, PartReport } from '../part.ts'
import { startModels } from '../start-models.ts'
import { throwOnError } from '../throw-on-error.ts'
import { type FairnessRow, presentFairness } from './present-fairness.ts'

const sizes = {
  full: { calls: 100, batch: 2000, pictures: 40, deadCalls: 40 },
  quick: { calls: 20, batch: 200, pictures: 10, deadCalls: 40 },
}

/** Latency of a model that never answers: longer than any part of the benchmark. */
const neverMilliseconds = 3_600_000

/** Distinct first numbers, so that no document occurs twice. */
const firstNumberOf = { alone: 2_000_000, meanwhile: 3_000_000, crowd: 4_000_000 }

type Case = {
  readonly title: string
  /** Starts the load. Resolves when it is running, with a function that ends it. */
  begin(): Promise<() => Promise<unknown>>
}

/** Measures synchronous calls without load and under load by other callers, which must not delay them. */
export const measureFairness: Part = (options) =>
  measure([batchCase, picturesCase, deadModelCase], options)

/** Each case by itself, for `--only`. */
export const fairnessCases: Readonly<Record<string, Part>> = {
  'fairness-batch': (options) => measure([batchCase], options),
  'fairness-pictures': (options) => measure([picturesCase], options),
  'fairness-dead-model': (options) => measure([deadModelCase], options),
}

async function measure(
  cases: readonly ((context: CaseContext) => MeasuredCase)[],
  { isQuick, documents, print }: PartOptions,
): Promise<PartReport> {
  const size = isQuick ? sizes.quick : sizes.full
  const rows: FairnessRow[] = []
  for (const caseOf of cases) {
    await using cleaning = new AsyncDisposableStack()
    const installation = await openInstallation(cleaning)
    const { admin, product } = installation
    const [model, dead] = await startModels([0, neverMilliseconds], cleaning, installation.dataDir)
    const deploy = (name: string, modelUrl?: string) =>
      deployOrders(throwOnError(admin), {
        name,
        fields: 1,
        corpus: documents.withoutImages(),
        ...omitUndefined({ modelUrl: modelUrl || undefined }),
      })
    const callers = { model: await deploy('model', model?.url), builtIn: await deploy('none') }
    const countCalls = () => dead?.logged().length ?? 0
    const caseOptions = {
      installation,
      documents,
      size,
      callers,
      dead: await deploy('dead', dead?.url),
      countCalls: countCalls,
    }
    const { title, deployment, begin } = caseOf(caseOptions)

    print(`${title} …`)
    // The caller's own documents are no images: OCR alone would take longer than what others cause.
    const corpus = documents.withoutImages()
    const timeFrom = (first: number) =>
      timeCalls(admin, deployment, { corpus, first, count: size.calls })
    await timeFrom(firstNumberOf.alone)
    const timesAlone = await timeFrom(firstNumberOf.alone + size.calls)
    const end = await begin()
    const timesMeanwhile = await timeFrom(firstNumberOf.meanwhile)
    rows.push({ title, baseline: summaryOf(timesAlone), underLoad: summaryOf(timesMeanwhile) })
    await end()
    await product.kill()
  }
  const tables = [presentFairness(rows), documents.description]
  return { figures: rows, tables, complaints: [] }
}

type CaseContext = {
  readonly installation: BenchInstallation
  readonly documents: BenchDocuments
  readonly size: (typeof sizes)['full']
  readonly callers: { readonly model: OrderDeployment; readonly builtIn: OrderDeployment }
  readonly dead: OrderDeployment
  /** Returns the number of calls that the model that never answers has received. */
  readonly countCalls: () => number
}

type MeasuredCase = Case & { readonly deployment: OrderDeployment }

function batchCase({
  installation: { admin },
  documents,
  size,
  callers: { model },
}: CaseContext): MeasuredCase {
  return {
    title: `${size.batch} asynchronous requests wait, of the same deployment`,
    deployment: model,
    async begin() {
      const corpus = documents.all()
      const numbers = Array.from({ length: size.batch }, (_, i) => firstNumberOf.crowd + i)
      const send = async () => {
        for (let next = numbers.pop(); next !== undefined; next = numbers.pop()) {
          const files = [await corpus.fileOf(next)]
          await sendOrders(throwOnError(admin), model, { files, seconds: 0 })
        }
      }
      await Promise.all(Array.from({ length: 16 }, send))
      return async () => {}
    },
  }
}

function picturesCase({
  installation: { admin },
  documents,
  size,
  callers: { builtIn },
}: CaseContext): MeasuredCase {
  return {
    title: `${size.pictures} pictures are read, of the same deployment`,
    deployment: builtIn,
    async begin() {
      const corpus = documents.images()
      const pictures = await Promise.all(
        Array.from({ length: size.pictures }, (_, i) => corpus.fileOf(firstNumberOf.crowd + i)),
      )
      const requests = pictures.map((file) =>
        sendOrders(admin, builtIn, { files: [file], seconds: 300 }),
      )
      return () => Promise.race(requests)
    },
  }
}

function deadModelCase({
  installation: { admin },
  documents,
  size,
  callers,
  dead,
  countCalls,
}: CaseContext): MeasuredCase {
  return {
    title: `${size.deadCalls} calls wait for a model that never answers, of another deployment`,
    deployment: callers.model,
    async begin() {
      const corpus = documents.withoutImages()
      const requests = Array.from({ length: size.deadCalls }, async (_, i) => {
        const files = [await corpus.fileOf(firstNumberOf.crowd + i)]
        return sendOrders(admin, dead, { files, seconds: 300 })
      })
      // The product is killed before these requests end.
      for (const one of requests) one.catch(() => {})
      while (countCalls() < size.deadCalls) await sleep(50)
      return async () => {}
    },
  }
}

type CallOptions = {
  readonly corpus: NamedCorpus
  readonly first: number
  readonly count: number
}

/** Calls sequentially and returns the duration of each call in milliseconds. Throws if a result is wrong. */
async function timeCalls(
  admin: Person,
  deployment: OrderDeployment,
  { corpus, first, count }: CallOptions,
): Promise<number[]> {
  const milliseconds: number[] = []
  for (let number = first; number < first + count; number++) {
    const file = await corpus.fileOf(number)
    const request = { deployment, corpus, number, file, fields: 1 }
    milliseconds.push(await sendAndCheck(admin, request))
  }
  return milliseconds
}

const summaryOf = (milliseconds: readonly number[]) => ({
  p50: quantile(milliseconds, 0.5),
  p95: quantile(milliseconds, 0.95),
})
