import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { killTree, treeOf } from '../../apps/server/src/entry/testing/process-tree.ts'

export type StartReport = {
  readonly copy: number
  readonly kind: 'fresh' | 'second'
  readonly startedAt: string
  /** Absent when it ended before it was ready. */
  readonly secondsToReady?: number | undefined
  readonly seconds: number
  readonly code: number | null
  readonly signal: string | null
  readonly lastLine: string
  readonly isExplained: boolean
  /** All that it printed, if it did not end as it should. */
  readonly output?: string | undefined
}

type StartOptions = Pick<StartReport, 'kind'> & { readonly folder: string; readonly number: number }

const maxMinutesToReady = 15
const maxSecondsToStop = 60

/** How the last lines begin that give a reason: of the product, and of the bootstrap before it. */
const reason =
  /^Recto (could not start|has stopped|received SIG|was killed by|ended with exit code|could not be|needs Node)|^(The packages|The web pages) could not be|^Another start has been/

/** Starts the product as a person does, waits until it answers, and tells it to stop. */
export async function startAndStop({ folder, number, kind }: StartOptions): Promise<StartReport> {
  const startTime = performance.now()
  const startedAt = new Date().toISOString()
  const { PATH, HOME, TMPDIR } = process.env
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { PATH, HOME, TMPDIR, PORT: '0', RECTO_DATA_DIR: join(folder, '../data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const outputParts: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => outputParts.push(text))
  }
  const output = () => outputParts.join('')
  const end = once(child, 'close') as Promise<[number | null, string | null]>
  let isOver = false
  void end.finally(() => {
    isOver = true
  })
  const secondsSince = () => (performance.now() - startTime) / 1000

  const isReady = await Promise.race([
    untilReady(output, () => isOver),
    end.then(() => false),
    sleep(maxMinutesToReady * 60_000, false, { ref: false }),
  ])
  const secondsToReady = isReady ? secondsSince() : undefined
  child.kill('SIGTERM')
  const timer = setTimeout(() => void killTree(treeOf([child.pid ?? 0])), maxSecondsToStop * 1000)
  const [code, signal] = await end
  clearTimeout(timer)

  const lastLine = findLastLine(output())
  const isExplained = reason.test(lastLine)
  const isOrderly = isReady && isExplained && code === 0
  return {
    copy: number,
    kind,
    startedAt,
    secondsToReady,
    seconds: secondsSince(),
    code,
    signal,
    lastLine,
    isExplained,
    output: isOrderly ? undefined : output(),
  }
}

async function untilReady(output: () => string, isOver: () => boolean): Promise<boolean> {
  while (!isOver()) {
    const [, origin] = /Recto is ready: (\S+)/.exec(output()) ?? []
    const isHealthy =
      origin !== undefined &&
      (await fetch(`${origin}/health`).then(
        ({ status }) => status === 200,
        () => false,
      ))
    if (isHealthy) return true
    await sleep(200, undefined, { ref: false })
  }
  return false
}

/** The last line of the product: npm adds lines of its own when a command fails. */
function findLastLine(output: string): string {
  const lines = output.split('\n').map((line) => line.trim())
  return lines.findLast((line) => line !== '' && !/^npm (error|warn|notice)/.test(line)) ?? ''
}

export function describeStart(start: StartReport): string {
  const { copy, kind, startedAt, secondsToReady, seconds, code, signal, lastLine, isExplained } =
    start
  const ready = secondsToReady === undefined ? 'not ready' : `ready ${secondsToReady.toFixed(1)} s`
  const mark = isExplained ? '' : 'UNEXPLAINED '
  return `${startedAt.slice(11, 19)} copy ${copy} ${kind}: ${ready}, end ${seconds.toFixed(1)} s, ${code ?? signal} ${mark}${lastLine}`
}
