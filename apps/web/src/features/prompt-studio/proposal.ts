import type { EvidenceReply } from '@recto/contract/prompt-studio/evidence'
import type {
  ProposedField as WireField,
  SchemaField as WireSchemaField,
} from '@recto/contract/prompt-studio/field-proposals'
import type { AnyNumber } from '@recto/exact-json/exact-number'
import { omitUndefined } from '@recto/omit-undefined'
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

/** A prompt that a JSON Schema asks for. */
type SchemaPrompt = Pick<Proposal, 'key' | 'text' | 'type'>

export type SchemaFields = {
  readonly fields: readonly SchemaPrompt[]
  /** Number of further fields that are already in the project. */
  readonly knownCount: number
}

type SchemaText = { readonly projectId: string; readonly schema: string }

export const schemaToWire = ({ projectId, schema }: SchemaText) => ({
  params: { tool_id: projectId },
  body: { schema },
})

type SchemaWire = { readonly fields: readonly WireSchemaField[]; readonly known: number }

export const schemaFieldsFromWire = ({ fields, known: knownCount }: SchemaWire): SchemaFields => ({
  knownCount,
  fields: fields.map(({ key, prompt, enforce_type }) => ({
    key,
    text: prompt,
    type: enforce_type,
  })),
})

type AcceptedFields = {
  readonly projectId: string
  /** The document that proposed the fields, whose values are kept; absent for fields of a schema. */
  readonly documentId?: string
  readonly fields: readonly SchemaPrompt[]
}

export const acceptedToWire = ({ projectId, documentId, fields }: AcceptedFields) => ({
  params: { tool_id: projectId },
  body: omitUndefined({
    document_id: documentId,
    fields: fields.map(({ key, text, type }) => ({ key, prompt: text, enforce_type: type })),
  }),
})

type AcceptedWire = { readonly taken: readonly string[] }

export const acceptedFromWire = ({ taken: takenKeys }: AcceptedWire) => ({
  /** Keys that the project already had. */
  takenKeys,
})
