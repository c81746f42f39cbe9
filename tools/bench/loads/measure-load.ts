import { loadavg } from 'node:os'
import { isDeepStrictEqual } from 'node:util'
import {
  type OrderDeployment,
  sendOrders,
} from '../../../apps/server/src/entry/testing/order-deployment.ts'
import { orderFile, orderOf } from '../../../apps/server/src/entry/testing/orders.ts'
import type { Product } from '../../../apps/server/src/entry/testing/start-product.ts'
import type { Person, TestFile } from '../../../apps/server/src/testing/people.ts'
import { quantile } from '../figures.ts'
import { type Cpu, cpuBetween, readCpu } from '../read-cpu.ts'
import { cpuSecondsOfMachine } from '../read-usage.ts'

export type Load = {
  readonly callers: number
  readonly documents: number
  readonly documentsPerSecond: number
  readonly p50Milliseconds: number
  readonly p95Milliseconds: number
  /** Processor time for one document. */
  readonly cpuMillisecondsPerDocument: Cpu
  /** Number of cores used by processes outside of this measurement. */
  readonly othersCores: number
  readonly loadAverage: number
}

export type LoadOptions = {
  readonly product: Product
  readonly person: Person
  readonly deployment: OrderDeployment
  readonly callers: number
  readonly documents: number
  /** Documents from this number on have not been sent before. */
  readonly firstNumber: number
  /** Number of an order's fields that the deployment asks for. */
  readonly fields: number
  readonly modelPid?: number
}

/**
 * Simulates callers who each send a document, wait for its result and send the next one. Throws if a result is
 * wrong.
 */
export async function measureLoad(options: LoadOptions): Promise<Load> {
  const { product, callers, documents, modelPid } = options
  const files = await drawFiles(options)

  const cpuBefore = await readCpu(product, modelPid)
  const machineBefore = cpuSecondsOfMachine()
  const start = performance.now()
  const milliseconds = await sendAll(options, files)
  const seconds = (performance.now() - start) / 1000
  const machine = cpuSecondsOfMachine() - machineBefore
  const cpuUsed = cpuBetween(cpuBefore, await readCpu(product, modelPid))

  const perDocument = (seconds: number) => (seconds * 1000) / documents
  const ownSeconds = Object.values(cpuUsed).reduce((sum, one) => sum + one, 0)
  return {
    callers,
    documents,
    documentsPerSecond: documents / seconds,
    p50Milliseconds: quantile(milliseconds, 0.5),
    p95Milliseconds: quantile(milliseconds, 0.95),
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

function drawFiles({ documents, firstNumber }: LoadOptions): Promise<TestFile[]> {
  return Promise.all(
    Array.from({ length: documents }, (_, index) => orderFile(firstNumber + index)),
  )
}

/** Sends all documents and returns the duration of each in milliseconds. */
async function sendAll(options: LoadOptions, files: readonly TestFile[]): Promise<number[]> {
  const { person, deployment, callers, firstNumber, fields } = options
  const milliseconds: number[] = []
  let next = 0
  const call = async () => {
    for (let index = next++; index < files.length; index = next++) {
      const start = performance.now()
      const reply = await sendOrders(person, deployment, { files: [files[index]!], seconds: 120 })
      milliseconds.push(performance.now() - start)
      const output = reply.body?.message?.result?.[0]?.result?.output
      const expected = Object.fromEntries(
        Object.entries(orderOf(firstNumber + index)).slice(0, fields),
      )
      if (!isDeepStrictEqual(output, expected)) {
        throw new Error(`A result is not right: ${reply.status} ${JSON.stringify(reply.body)}`)
      }
    }
  }
  await Promise.all(Array.from({ length: callers }, call))
  return milliseconds
}
