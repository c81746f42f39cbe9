import { readdirSync, readFileSync } from 'node:fs'

/** The highest of samples, in megabytes, for the running process with its threads and the processes that it started. */
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
  return [process.pid, ...childrenOf(process.pid)].reduce((sum, pid) => sum + megabytesOf(pid), 0)
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => parentOf(pid) === parent)
}

function parentOf(pid: number): number | undefined {
  const stat = textOf(`/proc/${pid}/stat`)
  return stat ? Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) : undefined
}

function megabytesOf(pid: number): number {
  const match = /^VmRSS:\s+(\d+) kB/m.exec(textOf(`/proc/${pid}/status`) ?? '')
  return Number(match?.[1] ?? 0) / 1024
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // The process has ended since it was listed.
    return undefined
  }
}
