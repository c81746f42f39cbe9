import type { EvidenceReply } from '@recto/contract/prompt-studio/evidence'
import type { PromptOutput } from '../output.ts'
import type { Prompt } from '../prompt.ts'
import { parseOutput } from './format-value.ts'
import { buildValueTree, type Leaf, listLeaves } from './value-tree.ts'

/** A value with the locations in the document where it was read. */
export type Highlight = {
  readonly id: string
  /** Name and text of the value, for users who cannot see where the highlight is. */
  readonly label: string
  readonly locations: readonly EvidenceReply[]
}

type OutputRef = Pick<PromptOutput, 'promptId' | 'profileId'>

/** Identifies one scalar of an output. The id stays the same after a new run. */
export const toHighlightId = ({ promptId, profileId }: OutputRef, path: string): string =>
  `${promptId}/${profileId}/${path}`

/** Whether a highlight belongs to an output of the prompt. */
export const isHighlightOf = (id: string, promptId: string): boolean =>
  id.startsWith(`${promptId}/`)

/** Lists everything that the outputs of a document can highlight on it. */
export function listHighlights(
  outputs: readonly PromptOutput[],
  prompts: readonly Prompt[],
): readonly Highlight[] {
  const promptsById = new Map(prompts.map((prompt) => [prompt.id, prompt]))
  return outputs.flatMap((output) => {
    const prompt = promptsById.get(output.promptId)
    return prompt ? listOutputHighlights(output, prompt) : []
  })
}

type CachedHighlights = Pick<Prompt, 'key' | 'type'> & { readonly highlights: readonly Highlight[] }

const cache = new WeakMap<PromptOutput, CachedHighlights>()

/** Cached per output, so that a new output does not recompute the highlights of all others. */
function listOutputHighlights(output: PromptOutput, { key, type }: Prompt): readonly Highlight[] {
  if (output.value === null) return []
  const cacheEntry = cache.get(output)
  if (cacheEntry?.key === key && cacheEntry.type === type) return cacheEntry.highlights
  const tree = buildValueTree(parseOutput(output.value, type), output)
  const highlights = listLeaves(tree)
    .filter(({ locations }) => locations.length > 0)
    .map((leaf) => toHighlight(output, key, leaf))
  cache.set(output, { key, type, highlights })
  return highlights
}

function toHighlight(
  output: PromptOutput,
  key: string,
  { path, value, locations }: Leaf,
): Highlight {
  return {
    id: toHighlightId(output, path),
    label: `${key}${path.slice(1)}: ${String(value)}`,
    locations,
  }
}
