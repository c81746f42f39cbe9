import process from 'node:process'
import type { Product } from '../../apps/server/src/entry/testing/start-product.ts'
import { cpuSecondsOf } from './read-usage.ts'

/** Seconds of processor time since each began. */
export type Cpu = {
  readonly product: number
  readonly postgres: number
  readonly model: number
  /** The process that measures. */
  readonly callers: number
}

/**
 * Lists the processes each time. A backend that has begun since the last look counts with all of its
 * life, and one that has ended is in what its postmaster says of its children; so the difference
 * between two looks misses none.
 */
export async function readCpu(product: Product, modelPid?: number): Promise<Cpu> {
  const pids = await product.processes()
  return {
    product: cpuSecondsOf(pids.product),
    postgres: cpuSecondsOf(pids.postgres),
    model: cpuSecondsOf(modelPid === undefined ? [] : [modelPid]),
    callers: cpuSecondsOf([process.pid]),
  }
}

export function cpuBetween(start: Cpu, end: Cpu): Cpu {
  return {
    product: end.product - start.product,
    postgres: end.postgres - start.postgres,
    model: end.model - start.model,
    callers: end.callers - start.callers,
  }
}
