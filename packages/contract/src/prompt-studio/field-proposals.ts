import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { PrintedNumber } from '../wire/wire.ts'
import { EvidenceReply } from './evidence.ts'
import { EnforceType, PromptKey } from './prompt-fields.ts'
import { Prompt } from './prompts.ts'

/** How many prompts may be accepted at once; a document suggests fewer, a schema as many. */
const maxAcceptedProposals = 500

/** Characters of a prompt that is made of a suggestion or a schema. */
export const maxPromptLength = 10_000

/** A prompt that a document suggests. */
export const ProposedField = z.object({
  key: z.string(),
  prompt: z.string(),
  enforce_type: EnforceType,
  /** Value as read by the built-in extractor. */
  value: z.union([z.string(), PrintedNumber, z.boolean()]),
  evidence: z.array(EvidenceReply).readonly(),
})
export type ProposedField = z.output<typeof ProposedField>

const ToolId = z.object({ tool_id: z.uuid() })

/** Ours: what could be asked of a document, found without a model. Keys that the project has are left out. */
export const proposeFields = endpoint({
  method: 'POST',
  path: '/prompt-studio/proposed-fields/:tool_id/',
  who: 'member',
  bodySize: 'small',
  params: ToolId,
  body: z.object({ document_id: z.uuid() }),
  reply: z.object({
    fields: z.array(ProposedField),
    /** How many more it suggests that the project asks already. */
    known: z.number().int(),
  }),
})

/** A prompt that a JSON Schema asks for. */
const SchemaField = ProposedField.pick({ key: true, prompt: true, enforce_type: true })
export type SchemaField = z.output<typeof SchemaField>

/** Ours: what a JSON Schema asks for, as prompts. Keys that the project has are left out. */
export const readSchemaFields = endpoint({
  method: 'POST',
  path: '/prompt-studio/schema-fields/:tool_id/',
  who: 'member',
  params: ToolId,
  body: z.object({ schema: z.string().min(1) }),
  reply: z.object({
    fields: z.array(SchemaField),
    /** How many more it asks for that the project asks already. */
    known: z.number().int(),
  }),
})

const AcceptedField = z.object({
  key: PromptKey,
  prompt: z.string().max(maxPromptLength),
  enforce_type: EnforceType,
})

/**
 * Ours: makes prompts of them, all or none; those whose key is taken meanwhile stay as they are. With a
 * document, the values that it proposes for them become outputs of the default profile, without a call of a model.
 */
export const acceptFields = endpoint({
  method: 'POST',
  path: '/prompt-studio/proposed-fields/:tool_id/accept/',
  who: 'member',
  params: ToolId,
  body: z.object({
    fields: z.array(AcceptedField).min(1).max(maxAcceptedProposals),
    document_id: z.uuid().optional(),
  }),
  reply: z.object({ prompts: z.array(Prompt), taken: z.array(z.string()) }),
})
