import { readFile } from 'node:fs/promises'

const checkIntervalMilliseconds = 200

/**
 * Calls `onExceeded` once when a process exceeds the limit. All resident memory counts, also
 * outside of the JavaScript heap. Only Linux reports it; elsewhere only the heap is limited.
 * Returns a function that stops the watch.
 */
export function watchResidentMemory(
  pid: number | undefined,
  limitBytes: number,
  onExceeded: () => void,
): () => void {
  let isStopped = false
  const timer = setInterval(async () => {
    const bytes = await readResidentBytes(pid)
    if (isStopped || bytes <= limitBytes) return
    stop()
    onExceeded()
  }, checkIntervalMilliseconds)
  function stop(): void {
    isStopped = true
    clearInterval(timer)
  }
  return stop
}

const memoryPageBytes = 4096

/** Returns 0 if it is not reported, or if the process has ended. */
async function readResidentBytes(pid: number | undefined): Promise<number> {
  try {
    const pages = (await readFile(`/proc/${pid}/statm`, 'latin1')).split(' ')[1]
    return Number(pages) * memoryPageBytes
  } catch {
    return 0
  }
}
