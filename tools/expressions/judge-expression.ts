import { createRequire } from 'node:module'
import type { Expression } from './find-expressions.ts'

// Avoids the package's main entry, which looks for a native program and starts threads.
const { checkSync } = createRequire(import.meta.url)(
  'recheck/lib/browser.js',
) as typeof import('recheck')

export type Verdict = 'linear' | 'unknown' | `not linear: ${string}`

/** Long enough that only an expression that nothing decides is left undecided. */
const timeout = 20_000

/** Returns the worst-case growth of the matching time with the length of the text. */
export function judgeExpression({ source, flags }: Pick<Expression, 'source' | 'flags'>): Verdict {
  // Neither changes what matches, and the analyser knows no `d`.
  const known = flags.replace(/[dg]/g, '')
  const found = checkSync(source, known, { timeout })
  if (found.status === 'safe') return 'linear'
  return found.status === 'vulnerable' ? `not linear: ${found.complexity.summary}` : 'unknown'
}
