import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../extract.ts', import.meta.url))

type ExtractRun = {
  readonly code: number | null
  readonly output: string
  readonly complaint: string
}

/** Runs the command with arguments, and with only these variables besides the usual ones. */
export type RunInFolder = (
  args: readonly string[],
  variables?: Readonly<Record<string, string>>,
) => Promise<ExtractRun>

export function runExtract(
  folder: string,
  ...[args, variables = {}]: Parameters<RunInFolder>
): Promise<ExtractRun> {
  return new Promise((resolve, reject) => {
    const { PATH, NODE_COMPILE_CACHE } = process.env
    const child = spawn(process.execPath, [program, ...args], {
      cwd: folder,
      env: { PATH, NODE_COMPILE_CACHE, ...variables },
    })
    let output = ''
    let complaint = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint += text
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output, complaint }))
  })
}
