import type { Product } from '../../apps/server/src/entry/testing/start-product.ts'
import { proportionalMegabytesOf } from './read-usage.ts'

/** Memory in megabytes; shared memory is divided among the processes, so that the sum is the real usage. */
export type Memory = {
  readonly productMegabytes: number
  readonly postgresMegabytes: number
}

export type MemoryWatch = {
  /** Returns the peak of each value since the start. */
  readonly peak: () => Memory
  readonly stop: () => void
}

/** Reading takes the kernel some milliseconds, during which the measured process may have to wait. */
const everyMilliseconds = 1000

export async function readMemory(product: Product): Promise<Memory> {
  const pids = await product.processes()
  return {
    productMegabytes: proportionalMegabytesOf(pids.product),
    postgresMegabytes: proportionalMegabytesOf(pids.postgres),
  }
}

export async function watchMemory(product: Product): Promise<MemoryWatch> {
  let peak = await readMemory(product)
  const look = async () => {
    const now = await readMemory(product)
    peak = {
      productMegabytes: Math.max(peak.productMegabytes, now.productMegabytes),
      postgresMegabytes: Math.max(peak.postgresMegabytes, now.postgresMegabytes),
    }
  }
  const timer = setInterval(() => void look(), everyMilliseconds)
  return { peak: () => peak, stop: () => clearInterval(timer) }
}
