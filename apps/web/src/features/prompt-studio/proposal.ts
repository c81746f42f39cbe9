import type { EvidenceReply } from '@recto/contract/prompt-studio/evidence'
import type { ProposedField as WireField } from '@recto/contract/prompt-studio/field-proposals'
import type { AnyNumber } from '@recto/exact-json/exact-number'
import type { ValueType } from './prompt.ts'

/** A prompt suggested for a document, with the value found for it. */
export type Proposal = {
  readonly key: string
  readonly text: string
  readonly type: ValueType
  readonly value: string | boolean | AnyNumber
  readonly locations: readonly EvidenceReply[]
}

export type Proposals = {
  readonly fields: readonly Proposal[]
  /** Number of further suggestions that are already in the project. */
  readonly knownCount: number
}

type Wire = { readonly fields: readonly WireField[]; readonly known: number }

export const proposalsFromWire = ({ fields, known: knownCount }: Wire): Proposals => ({
  knownCount,
  fields: fields.map(({ key, prompt, enforce_type, value, evidence }) => ({
    key,
    value,
    text: prompt,
    type: enforce_type,
    locations: evidence,
  })),
})

type AcceptedFields = { readonly projectId: string; readonly fields: readonly Proposal[] }

export const acceptedToWire = ({ projectId, fields }: AcceptedFields) => ({
  params: { tool_id: projectId },
  body: {
    fields: fields.map(({ key, text, type }) => ({ key, prompt: text, enforce_type: type })),
  },
})

type AcceptedWire = {
  readonly prompts: readonly { readonly prompt_id: string }[]
  readonly taken: readonly string[]
}

export const acceptedFromWire = ({ prompts, taken: takenKeys }: AcceptedWire) => ({
  promptIds: prompts.map(({ prompt_id }) => prompt_id),
  /** Keys that the project already had. */
  takenKeys,
})
