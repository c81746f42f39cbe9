import { loadavg } from 'node:os'
import type { OrderDeployment } from '../../../apps/server/src/entry/testing/order-deployment.ts'
import type { Product } from '../../../apps/server/src/entry/testing/start-product.ts'
import type { Person, TestFile } from '../../../apps/server/src/testing/people.ts'
import type { NamedCorpus } from '../documents/realistic-corpus.ts'
import { sendAndCheck } from '../documents/send-and-check.ts'
import { quantile } from '../figures.ts'
import { type Cpu, cpuBetween, readCpu } from '../read-cpu.ts'
import { cpuSecondsOfMachine } from '../read-usage.ts'

export type Load = {
  readonly callers: number
  readonly documents: number
  readonly documentsPerSecond: number
  readonly p50Milliseconds: number
  readonly p95Milliseconds: number
  /** The medians of each document and its copies. */
  readonly p50ByDocument: Readonly<Record<string, number>>
  /** Processor time for one document. */
  readonly cpuMillisecondsPerDocument: Cpu
  /** Number of cores used by processes outside of this measurement. */
  readonly othersCores: number
  readonly loadAverage: number
}

/** Callers, and what they send documents to. */
type Callers = {
  readonly product: Product
  readonly person: Person
  readonly deployment: OrderDeployment
  readonly corpus: NamedCorpus
  readonly callers: number
  /** Number of the corpus's fields that the deployment asks for. */
  readonly fields: number
  readonly modelPid?: number
}

export type LoadOptions = Callers & {
  readonly documents: number
  /** Documents from this number on have not been sent before. */
  readonly firstNumber: number
}

export type NumberedFile = { readonly number: number; readonly file: TestFile }

/**
 * Simulates callers who each send a document, wait for its result and send the next one. Throws if a result is
 * wrong.
 */
export async function measureLoad(options: LoadOptions): Promise<Load> {
  return measureFiles(options, await drawFiles(options))
}

/** Does the same with these documents. */
export async function measureFiles(
  options: Callers,
  files: readonly NumberedFile[],
): Promise<Load> {
  const { product, callers, modelPid } = options
  const documents = files.length
  const cpuBefore = await readCpu(product, modelPid)
  const machineBefore = cpuSecondsOfMachine()
  const start = performance.now()
  const times = await sendAll(options, files)
  const seconds = (performance.now() - start) / 1000
  const machine = cpuSecondsOfMachine() - machineBefore
  const cpuUsed = cpuBetween(cpuBefore, await readCpu(product, modelPid))

  const milliseconds = times.map((one) => one.milliseconds)
  const perDocument = (seconds: number) => (seconds * 1000) / documents
  const ownSeconds = Object.values(cpuUsed).reduce((sum, one) => sum + one, 0)
  return {
    callers,
    documents,
    documentsPerSecond: documents / seconds,
    p50Milliseconds: quantile(milliseconds, 0.5),
    p95Milliseconds: quantile(milliseconds, 0.95),
    p50ByDocument: mediansOf(times),
    cpuMillisecondsPerDocument: {
      product: perDocument(cpuUsed.product),
      postgres: perDocument(cpuUsed.postgres),
      model: perDocument(cpuUsed.model),
      callers: perDocument(cpuUsed.callers),
    },
    othersCores: Math.max(0, (machine - ownSeconds) / seconds),
    loadAverage: loadavg()[0] ?? 0,
  }
}

/** Sends the same load without measuring it. */
export async function sendLoad(callers: LoadOptions): Promise<void> {
  await sendAll(callers, await drawFiles(callers))
}

function drawFiles({ corpus, documents, firstNumber }: LoadOptions): Promise<NumberedFile[]> {
  const numbers = Array.from({ length: documents }, (_, index) => firstNumber + index)
  return Promise.all(numbers.map(async (number) => ({ number, file: await corpus.fileOf(number) })))
}

type DocumentTime = { readonly name: string; readonly milliseconds: number }

function mediansOf(times: readonly DocumentTime[]): Readonly<Record<string, number>> {
  const groups = [...Map.groupBy(times, ({ name }) => name)]
  return Object.fromEntries(
    groups.map(([name, own]) => [
      name,
      quantile(
        own.map((one) => one.milliseconds),
        0.5,
      ),
    ]),
  )
}

/** Sends all documents and returns the duration of each. */
async function sendAll(
  { person, deployment, corpus, callers, fields }: Callers,
  files: readonly NumberedFile[],
): Promise<DocumentTime[]> {
  const times: DocumentTime[] = []
  let next = 0
  const call = async () => {
    for (let index = next++; index < files.length; index = next++) {
      const { number, file } = files[index]!
      const request = { deployment, corpus, number, file, fields }
      const milliseconds = await sendAndCheck(person, request)
      times.push({ name: corpus.nameOf(number), milliseconds })
    }
  }
  await Promise.all(Array.from({ length: callers }, call))
  return times
}
