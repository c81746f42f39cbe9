import type { EvidenceReply } from '@recto/contract/evidence'
import type { PromptOutput } from '@recto/contract/prompt-outputs'
import type { CoveredPrompt } from '@recto/contract/prompts'
import { parseOutput } from './format-value.ts'
import { type Leaf, leavesOf, treeOf } from './value-tree.ts'

/** A value and the places on the document that it was read from. */
export type Mark = {
  readonly id: string
  /** What the value is called, for whoever cannot see where the band lies. */
  readonly label: string
  readonly places: readonly EvidenceReply[]
}

type Source = Pick<PromptOutput, 'prompt_id' | 'profile_manager'>

/** One scalar of one output; the same before and after a new run. */
export const markId = ({ prompt_id, profile_manager }: Source, path: string): string =>
  `${prompt_id}/${profile_manager}/${path}`

/** Everything that the outputs of a document can show on it. */
export function marksOf(
  outputs: readonly PromptOutput[],
  prompts: readonly CoveredPrompt[],
): readonly Mark[] {
  const byId = new Map(prompts.map((prompt) => [prompt.prompt_id, prompt]))
  return outputs.flatMap((output) => {
    const prompt = byId.get(output.prompt_id)
    if (!prompt || output.output === null) return []
    const tree = treeOf(parseOutput(output.output, prompt.enforce_type), output.evidence_data)
    return leavesOf(tree)
      .filter(({ places }) => places.length > 0)
      .map((leaf) => markOf(output, prompt.prompt_key, leaf))
  })
}

function markOf(output: PromptOutput, key: string, { path, value, places }: Leaf): Mark {
  return {
    id: markId(output, path),
    label: `${key}${path.slice(1)}: ${String(value)}`,
    places,
  }
}
