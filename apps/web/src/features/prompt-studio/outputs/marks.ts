import type { EvidenceReply } from '@recto/contract/evidence'
import type { PromptOutput } from '../output.ts'
import type { Prompt } from '../prompt.ts'
import { parseOutput } from './format-value.ts'
import { type Leaf, leavesOf, treeOf } from './value-tree.ts'

/** A value and the places on the document that it was read from. */
export type Mark = {
  readonly id: string
  /** What the value is called, for whoever cannot see where the band lies. */
  readonly label: string
  readonly places: readonly EvidenceReply[]
}

type Source = Pick<PromptOutput, 'promptId' | 'profileId'>

/** One scalar of one output; the same before and after a new run. */
export const markId = ({ promptId, profileId }: Source, path: string): string =>
  `${promptId}/${profileId}/${path}`

/** Whether a mark belongs to an output of that prompt. */
export const isMarkOf = (id: string, promptId: string): boolean => id.startsWith(`${promptId}/`)

/** Everything that the outputs of a document can show on it. */
export function marksOf(
  outputs: readonly PromptOutput[],
  prompts: readonly Prompt[],
): readonly Mark[] {
  const byId = new Map(prompts.map((prompt) => [prompt.id, prompt]))
  return outputs.flatMap((output) => {
    const prompt = byId.get(output.promptId)
    return prompt ? marksOfOutput(output, prompt) : []
  })
}

type Made = Pick<Prompt, 'key' | 'type'> & { readonly marks: readonly Mark[] }

const made = new WeakMap<PromptOutput, Made>()

/** Made once for each output: one that comes new must not make those of all others again. */
function marksOfOutput(output: PromptOutput, { key, type }: Prompt): readonly Mark[] {
  if (output.value === null) return []
  const known = made.get(output)
  if (known?.key === key && known.type === type) return known.marks
  const tree = treeOf(parseOutput(output.value, type), output)
  const marks = leavesOf(tree)
    .filter(({ places }) => places.length > 0)
    .map((leaf) => markOf(output, key, leaf))
  made.set(output, { key, type, marks })
  return marks
}

function markOf(output: PromptOutput, key: string, { path, value, places }: Leaf): Mark {
  return {
    id: markId(output, path),
    label: `${key}${path.slice(1)}: ${String(value)}`,
    places,
  }
}
