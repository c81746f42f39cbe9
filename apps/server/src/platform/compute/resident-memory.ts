import { readFile } from 'node:fs/promises'

const lookEveryMilliseconds = 200

/**
 * Calls `exceeded` once when a process takes more memory than allowed: all that is resident counts, what lies beside
 * the heap of JavaScript as well. Only Linux shows it; elsewhere nothing but that heap is capped. Returns how to stop.
 */
export function watchResident(
  pid: number | undefined,
  limitBytes: number,
  exceeded: () => void,
): () => void {
  let isOver = false
  const timer = setInterval(async () => {
    const bytes = await residentBytes(pid)
    if (isOver || bytes <= limitBytes) return
    stop()
    exceeded()
  }, lookEveryMilliseconds)
  function stop(): void {
    isOver = true
    clearInterval(timer)
  }
  return stop
}

/** Zero where it is not shown, and of a process that is gone. */
async function residentBytes(pid: number | undefined): Promise<number> {
  try {
    const pages = (await readFile(`/proc/${pid}/statm`, 'latin1')).split(' ')[1]
    return Number(pages) * pageBytes
  } catch {
    return 0
  }
}

const pageBytes = 4096
