import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { Timestamp } from '../wire/wire.ts'

const ToolId = z.object({ tool_id: z.uuid() })
const VersionNumber = z.coerce.number().int().min(1).max(1_000_000_000)

const ToolVersion = z.object({
  version: z.number().int(),
  name: z.string(),
  prompt_count: z.number().int(),
  /** Number of the earlier version that this one restores. */
  restored_from: z.number().int().nullable(),
  created_by: z.string().nullable(),
  created_at: Timestamp,
})

/** How many are kept of a tool; the oldest go first. */
export const maxVersions = 100

/** What was exported, newest first: the first one is what workflows run. Empty before the first export. */
export const listToolVersions = endpoint({
  method: 'GET',
  path: '/prompt-studio/:tool_id/versions/',
  who: 'member',
  params: ToolId,
  reply: z.array(ToolVersion),
})

const Change = z.object({
  /** The key of the prompt; null: a setting of the tool. */
  prompt_key: z.string().nullable(),
  field: z.string(),
  /** Null where there was none. */
  before: z.string().nullable(),
  after: z.string().nullable(),
})

/** Two versions field by field; without `to`, what an export would make of the project as it is now. */
export const compareToolVersions = endpoint({
  method: 'GET',
  path: '/prompt-studio/:tool_id/versions/compare/',
  who: 'member',
  params: ToolId,
  query: z.object({ from: VersionNumber, to: VersionNumber.optional() }),
  reply: z.object({
    from: z.number().int(),
    to: z.number().int().nullable(),
    changes: z.array(Change),
  }),
})

/** Makes an earlier version the newest one again: workflows run it from then on. The project stays as it is. */
export const restoreToolVersion = endpoint({
  method: 'POST',
  path: '/prompt-studio/:tool_id/versions/:version/restore/',
  who: 'member',
  params: ToolId.extend({ version: VersionNumber }),
  reply: ToolVersion,
})
