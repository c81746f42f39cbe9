import process from 'node:process'
import type { Product } from '../../apps/server/src/entry/testing/start-product.ts'
import { cpuSecondsOf } from './read-usage.ts'

/** Processor time in seconds since the start of each process. */
export type Cpu = {
  readonly product: number
  readonly postgres: number
  readonly model: number
  /** The measuring process, which simulates the callers. */
  readonly callers: number
}

/**
 * Reads the processor time of all processes. A database backend that started since the previous reading counts
 * completely, and one that ended is part of its postmaster's children, so the difference between two readings
 * misses none.
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
