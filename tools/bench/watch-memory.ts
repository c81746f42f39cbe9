import type { Product } from '../../apps/server/src/entry/testing/start-product.ts'
import { proportionalMegabytesOf, residentMegabytesOf } from './read-usage.ts'

export type Memory = {
  readonly productMegabytes: number
  readonly postgresMegabytes: number
}

export type MemoryWatch = {
  /** The highest of each since the watch began. */
  readonly peak: () => Memory
  /** Looks now, too. */
  readonly once: () => Promise<void>
  readonly stop: () => void
}

const everyMilliseconds = 250

export function watchMemory(product: Product): MemoryWatch {
  let peak: Memory = { productMegabytes: 0, postgresMegabytes: 0 }
  const look = async () => {
    const pids = await product.processes()
    peak = {
      productMegabytes: Math.max(peak.productMegabytes, residentMegabytesOf(pids.product)),
      postgresMegabytes: Math.max(peak.postgresMegabytes, proportionalMegabytesOf(pids.postgres)),
    }
  }
  const timer = setInterval(() => void look(), everyMilliseconds)
  return { peak: () => peak, once: look, stop: () => clearInterval(timer) }
}
