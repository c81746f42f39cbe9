import { loadavg } from 'node:os'
import { isDeepStrictEqual } from 'node:util'
import {
  type OrderDeployment,
  sendOrders,
} from '../../../apps/server/src/entry/testing/order-deployment.ts'
import { orderFile, orderOf } from '../../../apps/server/src/entry/testing/orders.ts'
import type { Product } from '../../../apps/server/src/entry/testing/start-product.ts'
import type { Person, TestFile } from '../../../apps/server/src/testing/people.ts'
import { quantile } from '../quantile.ts'
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
  /** Cores that processes which are no part of this measurement used meanwhile. */
  readonly othersCores: number
  readonly loadAverage: number
}

export type Callers = {
  readonly product: Product
  readonly person: Person
  readonly deployment: OrderDeployment
  readonly callers: number
  readonly documents: number
  /** Documents of numbers from here on have not been sent before. */
  readonly firstNumber: number
  /** How many of an order's fields the deployment asks for. */
  readonly fields: number
  readonly modelPid?: number
}

/**
 * Callers who each send one document, wait for its result and send the next, until all are through.
 * Throws when a result is not what stands in its document.
 */
export async function measureLoad(given: Callers): Promise<Load> {
  const { product, callers, documents, modelPid } = given
  const files = await drawFiles(given)

  const [before, machineBefore] = [await readCpu(product, modelPid), cpuSecondsOfMachine()]
  const start = performance.now()
  const milliseconds = await sendAll(given, files)
  const seconds = (performance.now() - start) / 1000
  const machine = cpuSecondsOfMachine() - machineBefore
  const used = cpuBetween(before, await readCpu(product, modelPid))

  const perDocument = (spent: number) => (spent * 1000) / documents
  const ours = Object.values(used).reduce((sum, one) => sum + one, 0)
  return {
    callers,
    documents,
    documentsPerSecond: documents / seconds,
    p50Milliseconds: quantile(milliseconds, 0.5),
    p95Milliseconds: quantile(milliseconds, 0.95),
    cpuMillisecondsPerDocument: {
      product: perDocument(used.product),
      postgres: perDocument(used.postgres),
      model: perDocument(used.model),
      callers: perDocument(used.callers),
    },
    othersCores: Math.max(0, (machine - ours) / seconds),
    loadAverage: loadavg()[0] ?? 0,
  }
}

/** The same callers, with nothing measured. */
export async function sendLoad(given: Callers): Promise<void> {
  await sendAll(given, await drawFiles(given))
}

function drawFiles({ documents, firstNumber }: Callers): Promise<TestFile[]> {
  return Promise.all(
    Array.from({ length: documents }, (_, index) => orderFile(firstNumber + index)),
  )
}

/** How long each document took, in milliseconds. */
async function sendAll(given: Callers, files: readonly TestFile[]): Promise<number[]> {
  const { person, deployment, callers, firstNumber, fields } = given
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
