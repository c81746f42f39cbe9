import { listReferencedKeys } from '../../../answering/answering.port.ts'
import type { ToolMetadata } from '../../tool-metadata.ts'

/**
 * Whether a check, a lookup or another prompt uses the value of a field, so that another type could break what is not measured. A check
 * that has the key as a part of a word counts too.
 */
export function isTypeUsed(
  {
    tool_settings: { checks },
    outputs,
  }: {
    readonly tool_settings: Pick<ToolMetadata['tool_settings'], 'checks'>
    readonly outputs: readonly Pick<
      ToolMetadata['outputs'][number],
      'name' | 'prompt' | 'match_to'
    >[]
  },
  key: string,
): boolean {
  const keys = outputs.map(({ name }) => name)
  const lookups = outputs.map(({ name, match_to: matchTo }) => (matchTo ? [name, matchTo] : []))
  return (
    checks.some(({ expression }) => expression.includes(key)) ||
    JSON.stringify(lookups).includes(JSON.stringify(key)) ||
    outputs.some(
      ({ name, prompt }) => name !== key && listReferencedKeys(prompt, keys).includes(key),
    )
  )
}
