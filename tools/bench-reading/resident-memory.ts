import { treeOf } from '../../apps/server/src/entry/testing/process-tree.ts'
import { residentMegabytesOf } from '../bench/read-usage.ts'

/** Watches the peak resident memory, in megabytes, of this process and the processes that it started. */
export function watchResidentMemory() {
  let peak = 0
  const look = () => {
    peak = Math.max(peak, residentMegabytes())
  }
  const timer = setInterval(look, 250)
  timer.unref()
  return {
    stop() {
      clearInterval(timer)
      look()
      return peak
    },
  }
}

export function residentMegabytes(): number {
  return residentMegabytesOf(treeOf([process.pid]))
}
