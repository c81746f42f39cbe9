import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type RunningProcess = {
  readonly pid: number
  /** Resolves with what its readiness line names; rejects when it ends before. */
  readonly ready: Promise<string>
  /** Resolves when the process has gone, with its exit code; null when it was killed. */
  readonly exited: Promise<number | null>
  output(): string
  signal(name: NodeJS.Signals): void
}

export type ProgramName = 'start' | 'web' | 'worker' | 'scheduler'

type StartProcessOptions = {
  readonly program: ProgramName
  /** The working folder. */
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  /** Folder of the product, if it is not this repository. */
  readonly tree?: string | undefined
}

export const adminPassword = 'correct horse battery'

const readyLines = {
  start: /Recto is ready: (\S+)\n/,
  web: /Recto is ready: (\S+)\n/,
  worker: /(The Recto worker is running)/,
  scheduler: /(The Recto scheduler is running)/,
}

const manifest = new URL('../../../../../package.json', import.meta.url)

/** The flags with which npm runs it. */
function flagsOf(program: StartProcessOptions['program']): string[] {
  const { scripts } = JSON.parse(readFileSync(manifest, 'utf8'))
  return scripts[program].split(' ').filter((word: string) => word.startsWith('--max-'))
}

/** A program of the product as a process of its own. */
export function startProcess({ program, folder, env, tree }: StartProcessOptions): RunningProcess {
  const repositoryFolder = fileURLToPath(new URL('../../../../../', import.meta.url))
  const entry = join(tree ?? repositoryFolder, 'apps/server/src/entry', `${program}.ts`)
  const child = spawn(process.execPath, [...flagsOf(program), entry], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      RECTO_DATA_DIR: folder,
      RECTO_ADMIN_PASSWORD: adminPassword,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const outputParts: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => outputParts.push(text))
  }
  const output = () => outputParts.join('')
  const exitPromise = once(child, 'exit').then(([code]) => code as number | null)
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const [, readyText] = readyLines[program].exec(output()) ?? []
      if (readyText) resolve(readyText)
    })
    exitPromise.then(() => reject(new Error(`It ended before it was ready.\n${output()}`)), reject)
  })
  // A test that kills the process early does not await `ready`.
  ready.catch(() => {})
  const { pid } = child
  if (pid === undefined) throw new Error(`${program} could not be started.`)
  return { pid, ready, exited: exitPromise, output, signal: (name) => child.kill(name) }
}
