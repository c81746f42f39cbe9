import type { Endpoint } from '@recto/contract/endpoint'
import { lineNameOf, lines, type PolicyLine } from '@recto/contract/policy'

/** The line of an endpoint. Throws where it has none, or one that says other than the contract. */
export function lineOf(endpoint: Endpoint): PolicyLine {
  const { who } = endpoint
  const name = lineNameOf(endpoint)
  const line = lines[name]
  if (!line) throw new Error(`${name} has no line in the policy.`)
  if (line.who !== (who === 'admin' ? 'member' : who)) {
    throw new Error(`${name} is for “${who}” in the contract and for “${line.who}” in the policy.`)
  }
  return line
}
