import { type Act, acts, type Condition } from '@recto/contract/policy/policy'
import { expect, test } from 'vitest'
import { refusals } from './refusal-of.ts'

const words: readonly (readonly [Condition, string])[] = [
  ['owner', 'owner'],
  ['admin', 'admin'],
  ['notDeployed', 'deployed'],
]

test.each(Object.entries(refusals))(
  'what the page says of %s is what the policy says',
  (act, says) => {
    for (const [condition, word] of words) {
      expect([condition, says.includes(word)]).toEqual([
        condition,
        (acts[act as Act] as readonly Condition[]).includes(condition),
      ])
    }
  },
)
