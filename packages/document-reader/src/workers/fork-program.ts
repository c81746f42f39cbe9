import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Socket } from 'node:net'
import { compileCacheVariables } from './compile-cache.ts'
import { lowerPriority } from './lower-priority.ts'
import type { ProcessPoolSettings } from './process-settings.ts'

const keptOfErrors = 2000
/** Without it, page after page makes the engine set aside ever more room for short-lived values. */
const youngMegabytes = 16

/** A group of its own, so that whatever the program starts can be ended with it. */
export function forkProgram(settings: ProcessPoolSettings): ChildProcess {
  const { program, memoryMegabytes, env = {} } = settings
  const child = fork(program, {
    // Neither the secrets nor the flags of this process are of use to a parser of hostile files.
    env: { ...compileCacheVariables(), ...env },
    execArgv: [
      `--max-old-space-size=${memoryMegabytes}`,
      `--max-semi-space-size=${youngMegabytes}`,
    ],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // On Windows it would get a console window instead of a group.
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  // Its start is work too.
  if (child.pid !== undefined) lowerPriority(child.pid)
  return child
}

/** An idle process does not keep its parent from ending. */
export function letParentEnd(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
  if (child.stderr instanceof Socket) child.stderr.unref()
}

export function keepParent(child: ChildProcess): void {
  child.ref()
  child.channel?.ref()
}

function isOver({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

export async function hasEnded(child: ChildProcess): Promise<void> {
  if (isOver(child)) return
  child.ref()
  await once(child, 'exit')
}

export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || isOver(child)) return
  if (process.platform === 'win32') {
    killTree(child.pid, () => child.kill('SIGKILL'))
    return
  }
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

/** Windows has no groups of processes: its own program ends a process with all that it has started. */
function killTree(pid: number, killProcess: () => void): void {
  const args = ['/PID', String(pid), '/T', '/F']
  spawn('taskkill.exe', args, { stdio: 'ignore', windowsHide: true }).on('error', killProcess)
}

/** The end of what the program writes to its standard error, for whoever looks for the cause of a crash. */
export function keepErrors(child: ChildProcess): () => string {
  let tail = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-keptOfErrors)
  })
  return () => tail
}
