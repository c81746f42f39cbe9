import { EvidenceTreeReply } from '@recto/contract/evidence'
import { z } from 'zod'
import type { ValueNode } from '../../prompt-studio/prompt-studio.port.ts'
import { type ParsedValue, treeOf } from '../../prompt-studio/prompt-studio.port.ts'

type Part = Readonly<Record<string, unknown>>

const Evidences = z.object({ evidence_data: z.record(z.string(), EvidenceTreeReply) })

/** Every value of a file with the places where it was read. */
export function valuesOf(
  output: Part,
  metadata: Part | null,
): readonly (readonly [string, ValueNode])[] {
  const known = Evidences.safeParse(metadata)
  const evidence = known.success ? known.data.evidence_data : {}
  return Object.entries(output).map(
    ([key, value]) => [key, treeOf(value as ParsedValue, evidence[key] ?? null)] as const,
  )
}

const ModelUse = z.object({
  model_name: z.string(),
  cost_in_dollars: z.coerce.number(),
  total_tokens: z.number().optional(),
  embedding_tokens: z.number().optional(),
})
const Uses = z.array(ModelUse)

export type Usage = { readonly tokens: number; readonly dollars: number; readonly models: string[] }

/** What the models have used for a file; `undefined` when none was asked. */
export function usageIn(metadata: Part | null): Usage | undefined {
  const uses = Object.entries(metadata ?? {}).flatMap(([name, part]) => {
    const read = name.endsWith('_llm') || name === 'embedding' ? Uses.safeParse(part) : undefined
    return read?.success ? read.data : []
  })
  if (uses.length === 0) return undefined
  const sum = (pick: (use: z.output<typeof ModelUse>) => number) =>
    uses.reduce((total, use) => total + pick(use), 0)
  return {
    tokens: sum(({ total_tokens, embedding_tokens }) => total_tokens ?? embedding_tokens ?? 0),
    dollars: sum(({ cost_in_dollars }) => cost_in_dollars),
    models: [...new Set(uses.map(({ model_name }) => model_name))],
  }
}
