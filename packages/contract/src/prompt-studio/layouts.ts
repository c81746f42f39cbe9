import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { Timestamp } from '../wire/wire.ts'

const ToolId = z.object({ tool_id: z.uuid() })
const Count = z.number().int()

const LayoutSettings = z.object({
  /** Whether fields are answered by rules of layouts before a model is asked. */
  is_on: z.boolean(),
  /** Number of approved documents that a layout is compiled from. */
  least_documents: Count.min(3).max(12),
})

const LayoutReply = z.object({
  id: z.uuid(),
  /** First words that the issuer prints; empty if unknown. */
  name: z.string(),
  /** Approved documents that it was compiled from. */
  documents: Count,
  compiled_at: Timestamp,
  fields: z.array(
    z.object({
      key: z.string(),
      /** In words for a person. */
      rule: z.string(),
      /** Number of those documents that have such a value. */
      documents: Count,
      /** A review has corrected it: it answers nothing until it is proven anew. */
      is_suspended: z.boolean(),
    }),
  ),
  /** The keys of prompts that no rule answers: they are asked of the model. */
  without_rule: z.array(z.string()),
  /** Documents that it was recognised on, the fields that its rules answered there, and those they did not. */
  recognised: Count,
  answered: Count,
  missed: Count,
  /** Average price of asking models for the same number of fields; null if no price is known. */
  saved_in_dollars: z.number().nullable(),
})

const LayoutsReply = LayoutSettings.extend({
  /** Approved documents, also those of no layout. */
  approved_documents: Count,
  /** The reason for which the last compilation failed; absent when it succeeded. */
  failure: z.object({ message: z.string(), at: Timestamp }).optional(),
  layouts: z.array(LayoutReply),
})
export type LayoutsReply = z.output<typeof LayoutsReply>

/** The layouts that were compiled from the approved documents of a project, the newest first. */
export const listLayouts = endpoint({
  method: 'GET',
  path: '/prompt-studio/:tool_id/layouts/',
  who: 'member',
  params: ToolId,
  reply: LayoutsReply,
})

export const saveLayoutSettings = endpoint({
  method: 'PUT',
  path: '/prompt-studio/:tool_id/layouts/',
  who: 'member',
  params: ToolId,
  body: LayoutSettings,
  reply: LayoutsReply,
})
