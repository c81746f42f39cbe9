import { execFile } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { runRecto } from '@recto/command-line/run-recto'

const program = fileURLToPath(
  new URL('../../../../../packages/command-line/bin/recto.mjs', import.meta.url),
)

type CommandOutput = { readonly code: number; readonly out: string; readonly said: string }

export type Variables = Readonly<Record<string, string>>

/** Starts `recto` in a process of its own, without the variables of Recto that the test itself has. */
export function startRecto(args: readonly string[], variables: Variables) {
  const { promise, resolve } = Promise.withResolvers<CommandOutput>()
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, ...variables }
  const child = execFile(
    process.execPath,
    [program, ...args],
    { env, maxBuffer: 64 * 1024 * 1024 },
    (_error, output, errorOutput) =>
      resolve({ code: child.exitCode ?? -1, out: output, said: errorOutput }),
  )
  return { child, ended: promise }
}

/** Runs `recto` in this process, which takes a fraction of the time of starting another one. */
export async function recto(args: readonly string[], variables: Variables): Promise<CommandOutput> {
  const output: string[] = []
  const complaints: string[] = []
  const code = await runRecto(
    {
      print: (text) => void output.push(text),
      complain: (text) => void complaints.push(text.endsWith('\n') ? text : `${text}\n`),
      progress: () => {},
      question: undefined,
      variable: (name) => variables[name] || undefined,
    },
    args,
  )
  return { code, out: output.join(''), said: complaints.join('') }
}
