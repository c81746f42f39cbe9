import { env, stderr, stdout } from 'node:process'

/** How a command ends: all is well, something failed, or it could not begin. */
export type Ended = 0 | 1 | 2

type Count = { readonly done: number; readonly total: number }

/** The outside of a command: what it prints, and what it is given besides its arguments. */
export type Terminal = {
  readonly print: (text: string) => void
  /** On the error output, so that what is printed can be piped. */
  readonly complain: (text: string) => void
  /** Draws how far it is, where somebody looks. */
  readonly progress: (count: Count) => void
  readonly variable: (name: string) => string | undefined
}

const width = 30

export function openTerminal(): Terminal {
  const isWatched = stderr.isTTY === true
  return {
    print: (text) => void stdout.write(text),
    complain: (text) => void stderr.write(text.endsWith('\n') ? text : `${text}\n`),
    progress({ done, total }) {
      if (!isWatched || total === 0) return
      const bar = '█'.repeat(Math.floor((done / total) * width)).padEnd(width, '░')
      stderr.write(`\r${bar} ${done} of ${total} files${done === total ? '\n' : ''}`)
    },
    variable: (name) => env[name] || undefined,
  }
}
