import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '../../platform/db/embedded/postmaster.ts'

type Process = { readonly pid: number; readonly parent: number }

/** The processes that live, among these and all that they started. */
export function treeOf(roots: readonly number[]): number[] {
  const all = listProcesses()
  const pids = new Set(roots.filter((pid) => isAlive(pid)))
  for (let previousSize = -1; previousSize < pids.size; ) {
    previousSize = pids.size
    for (const { pid, parent } of all) if (pids.has(parent)) pids.add(pid)
  }
  return [...pids]
}

/** Kills them and whatever they start meanwhile; resolves when none of them is left. */
export async function killTree(roots: readonly number[]): Promise<void> {
  const rootPids = new Set(roots)
  for (let left = treeOf([...rootPids]); left.length > 0; left = treeOf([...rootPids])) {
    for (const pid of left) {
      rootPids.add(pid)
      kill(pid)
    }
    await sleep(5)
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function listProcesses(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      const fields = statOf(Number(name))
      const isGone = fields === undefined || fields[0] === 'Z'
      return isGone ? undefined : { pid: Number(name), parent: Number(fields[1]) }
    })
    .filter((value) => value !== undefined)
}

/** Returns the kernel's status fields of a process, beginning with its state; `undefined` if it has ended. */
export function statOf(pid: number): readonly string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    // It has ended since it was listed.
    return undefined
  }
}
