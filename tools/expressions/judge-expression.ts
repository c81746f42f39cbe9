import { createRequire } from 'node:module'
import process from 'node:process'
import type { Expression } from './find-expressions.ts'

// Avoids the package's main entry, which looks for a native program and starts threads.
const { checkSync } = createRequire(import.meta.url)(
  'recheck/lib/browser.js',
) as typeof import('recheck')

export type Verdict = 'linear' | 'unknown' | `not linear: ${string}`

/** Long enough, also on a busy machine, that only truly undecidable expressions remain undecided. */
const timeout = 200_000

/** Returns the worst-case growth of the matching time with the length of the text. */
export function judgeExpression({ source, flags }: Pick<Expression, 'source' | 'flags'>): Verdict {
  // Neither flag changes what matches, and the analyser does not support `d`.
  const supportedFlags = flags.replace(/[dg]/g, '')
  const analysis = checkSync(source, supportedFlags, { timeout })
  if (analysis.status === 'safe') return 'linear'
  if (analysis.status !== 'vulnerable') return 'unknown'
  const { attack, complexity } = analysis
  const isMeasured = complexity.isFuzz && complexity.type === 'polynomial'
  if (isMeasured && !growsFast(new RegExp(source, supportedFlags), attack)) return 'linear'
  return `not linear: ${complexity.summary}`
}

/** Lengths of the repeated part of a text. */
const shortText = 8_000
const longText = 4 * shortText
/** Half-way between linear and quadratic growth. */
const minGrowth = 8
const minMilliseconds = 20

/**
 * The analyser confirms what it has tried out by the clock, which is wrong on a busy machine: the time of the processor decides.
 */
function growsFast(expression: RegExp, { pumps, suffix }: Attack): boolean {
  const measure = (length: number) => {
    const text = pumps.map(({ prefix, pump }) => prefix + pump.repeat(length)).join('') + suffix
    const start = process.cpuUsage()
    expression.exec(text)
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  }
  const longTime = measure(longText)
  return longTime >= minMilliseconds && longTime >= measure(shortText) * minGrowth
}

type Attack = {
  readonly pumps: readonly { readonly prefix: string; readonly pump: string }[]
  readonly suffix: string
}
