import { env, stderr, stdin, stdout } from 'node:process'
import { createInterface } from 'node:readline/promises'

/** Exit code of a command: 0 success, 1 something failed, 2 it could not start, 3 somebody has to decide. */
export type ExitCode = 0 | 1 | 2 | 3

type Count = {
  readonly done: number
  readonly total: number
  /** Noun of what is counted; “files” unless stated. */
  readonly noun?: string
}

/** The environment of a command: output channels and variables. */
export type Terminal = {
  readonly print: (text: string) => void
  /** Writes to standard error, so that standard output can be piped. */
  readonly complain: (text: string) => void
  /** Draws a progress bar if standard error is a terminal. */
  readonly progress: (count: Count) => void
  /** Asks the person at the terminal and returns the reply. Undefined if nobody can reply. */
  readonly question: ((text: string) => Promise<string>) | undefined
  readonly variable: (name: string) => string | undefined
}

const width = 30

export function openTerminal(): Terminal {
  const isWatched = stderr.isTTY === true
  return {
    print: (text) => void stdout.write(text),
    complain: (text) => void stderr.write(text.endsWith('\n') ? text : `${text}\n`),
    progress({ done, total, noun = 'files' }) {
      if (!isWatched || total === 0) return
      const bar = '█'.repeat(Math.floor((done / total) * width)).padEnd(width, '░')
      stderr.write(`\r${bar} ${done} of ${total} ${noun}${done === total ? '\n' : ''}`)
    },
    question: stdin.isTTY ? askPerson : undefined,
    variable: (name) => env[name] || undefined,
  }
}

async function askPerson(text: string): Promise<string> {
  const lines = createInterface({ input: stdin, output: stderr })
  try {
    return await lines.question(text)
  } finally {
    lines.close()
  }
}
