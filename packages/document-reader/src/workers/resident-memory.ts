import { readFile } from 'node:fs/promises'

const watchEveryMilliseconds = 100

/**
 * Calls `exceeded` once when a process takes more memory than allowed. Looks at all that is resident, so native
 * libraries count. Only Linux shows it; elsewhere nothing but the heap of JavaScript is capped. Returns how to stop.
 */
export function watchMemory(pid: number, limitBytes: number, onExceeded: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  let isOver = false

  async function look(): Promise<void> {
    const bytes = await residentBytes(pid)
    if (isOver || bytes === undefined) return
    if (bytes > limitBytes) onExceeded()
    else timer = setTimeout(look, watchEveryMilliseconds)
  }

  timer = setTimeout(look, watchEveryMilliseconds)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

async function residentBytes(pid: number): Promise<number | undefined> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'latin1')
    const kilobytes = /^VmRSS:\s*(\d+) kB/m.exec(status)?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
  } catch {
    return undefined
  }
}
