import { createRequire } from 'node:module'
import type { Expression } from './find-expressions.ts'

// Avoids the package's main entry, which looks for a native program and starts threads.
const { checkSync } = createRequire(import.meta.url)(
  'recheck/lib/browser.js',
) as typeof import('recheck')

export type Verdict = 'linear' | 'unknown' | `not linear: ${string}`

/** Long enough that only truly undecidable expressions remain undecided. */
const timeout = 20_000

/** Returns the worst-case growth of the matching time with the length of the text. */
export function judgeExpression({ source, flags }: Pick<Expression, 'source' | 'flags'>): Verdict {
  // Neither flag changes what matches, and the analyser does not support `d`.
  const supportedFlags = flags.replace(/[dg]/g, '')
  const analysis = checkSync(source, supportedFlags, { timeout })
  if (analysis.status === 'safe') return 'linear'
  return analysis.status === 'vulnerable' ? `not linear: ${analysis.complexity.summary}` : 'unknown'
}
