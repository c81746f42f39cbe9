import { loadavg } from 'node:os'
import {
  type OrderDeployment,
  sendOrders,
} from '../../apps/server/src/entry/testing/order-deployment.ts'
import { orderFile, orderOf } from '../../apps/server/src/entry/testing/orders.ts'
import type { Product } from '../../apps/server/src/entry/testing/start-product.ts'
import type { Person, TestFile } from '../../apps/server/src/testing/people.ts'
import { cpuSecondsOf, cpuSecondsOfMachine } from './read-usage.ts'

export type Load = {
  readonly callers: number
  readonly documents: number
  readonly documentsPerSecond: number
  readonly medianMilliseconds: number
  readonly p95Milliseconds: number
  /** Processor time of the product and its database for one document. */
  readonly cpuMillisecondsPerDocument: {
    readonly product: number
    readonly postgres: number
    readonly model: number
    readonly callers: number
  }
  /** Cores that processes which are no part of this measurement used meanwhile. */
  readonly othersCores: number
  readonly loadAverage: number
}

type Given = {
  readonly product: Product
  readonly person: Person
  readonly deployment: OrderDeployment
  readonly callers: number
  readonly documents: number
  /** Documents of numbers from here on have not been sent before. */
  readonly firstNumber: number
  readonly modelPid?: number
}

/**
 * Callers who each send one document, wait for its result and send the next, until all are through.
 * Throws when a result is not what stands in its document.
 */
export async function measureLoad(given: Given): Promise<Load> {
  const { product, callers, documents, firstNumber, modelPid } = given
  const numbers = Array.from({ length: documents }, (_, index) => firstNumber + index)
  const files = await Promise.all(numbers.map(orderFile))
  const pids = await product.processes()
  const cpu = () => ({
    product: cpuSecondsOf(pids.product),
    postgres: cpuSecondsOf(pids.postgres),
    model: cpuSecondsOf(modelPid === undefined ? [] : [modelPid]),
    callers: cpuSecondsOf([process.pid]),
  })

  const [before, machineBefore, start] = [cpu(), cpuSecondsOfMachine(), performance.now()]
  const milliseconds = await sendAll(given, numbers, files)
  const seconds = (performance.now() - start) / 1000
  const [after, machine] = [cpu(), cpuSecondsOfMachine() - machineBefore]

  const used = {
    product: after.product - before.product,
    postgres: after.postgres - before.postgres,
    model: after.model - before.model,
    callers: after.callers - before.callers,
  }
  const perDocument = (spent: number) => (spent * 1000) / documents
  const ours = Object.values(used).reduce((sum, one) => sum + one, 0)
  return {
    callers,
    documents,
    documentsPerSecond: documents / seconds,
    medianMilliseconds: quantile(milliseconds, 0.5),
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

/** How long each document took, in milliseconds. */
async function sendAll(
  { person, deployment, callers }: Given,
  numbers: readonly number[],
  files: readonly TestFile[],
): Promise<number[]> {
  const milliseconds: number[] = []
  let next = 0
  const call = async () => {
    for (let index = next++; index < files.length; index = next++) {
      const start = performance.now()
      const answer = await sendOrders(person, deployment, { files: [files[index]!], seconds: 120 })
      milliseconds.push(performance.now() - start)
      const output = answer.body?.message?.result?.[0]?.result?.output
      if (output?.order_number !== orderOf(numbers[index]!).order_number) {
        throw new Error(`A result is not right: ${JSON.stringify(answer.body)}`)
      }
    }
  }
  await Promise.all(Array.from({ length: callers }, call))
  return milliseconds
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
