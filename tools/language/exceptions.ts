import type { ViolationsByRule } from './find-all.ts'
import type { Violation } from './violation.ts'

/** For each rule, what may stay, by the reason for it: a name everywhere, or a path and a name. */
type Exceptions = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

/** Returns the violations that no exception gives a reason for. */
export function withoutExceptions(
  violations: ViolationsByRule,
  exceptions: Exceptions,
): ViolationsByRule {
  const entriesByRule = [...violations].map(([rule, all]) => {
    const entries = entriesOf(exceptions, rule)
    return [rule, all.filter((violation) => !entries.some(matches(violation)))] as const
  })
  return new Map(entriesByRule)
}

/** Returns a complaint for each exception that excuses nothing. */
export function findIdleExceptions(
  violations: ViolationsByRule,
  exceptions: Exceptions,
): readonly string[] {
  return Object.keys(exceptions).flatMap((rule) => {
    const all = violations.get(rule) ?? []
    const idle = entriesOf(exceptions, rule).filter(
      (entry) => !all.some((violation) => matches(violation)(entry)),
    )
    return idle.map((entry) => `${rule}: "${entry}" is an exception for nothing: remove it.`)
  })
}

function entriesOf(exceptions: Exceptions, rule: string): readonly string[] {
  return Object.values(exceptions[rule] ?? {}).flat()
}

function matches({ path, text }: Violation) {
  return (entry: string) => entry === text || entry === `${path} ${text}`
}
