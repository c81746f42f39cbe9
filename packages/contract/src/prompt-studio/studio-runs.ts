import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { Timestamp } from '../wire/wire.ts'

const RunState = z.enum(['waiting', 'running', 'done', 'failed', 'cancelled'])

/** One prompt on one document under one profile, as it stands with the server; a single pass has no prompt. */
export const StudioRun = z.object({
  id: z.uuid(),
  /** `all`: a single pass. */
  kind: z.enum(['prompt', 'all', 'index']),
  prompt_id: z.uuid().nullable(),
  document_id: z.uuid(),
  profile_id: z.uuid(),
  state: RunState,
  /** What goes on: it waits for its turn, for the text of its document, or for the model that it asked. */
  waits_for: z.enum(['turn', 'document', 'model']).nullable().optional(),
  /** Reason of the failure, as a message for the user. */
  error: z.string().nullable(),
  created_at: Timestamp,
  started_at: Timestamp.nullable(),
  ended_at: Timestamp.nullable(),
  /** The prompts of a single pass that could not be answered while the others were. */
  failed_prompts: z.array(z.object({ prompt_id: z.uuid(), error: z.string() })),
})
export type StudioRun = z.output<typeof StudioRun>

/** Immediate reply to a client that waits for the event `prompt_studio_result`. */
export const AcceptedTask = z.object({
  task_id: z.uuid(),
  run_id: z.string(),
  status: z.literal('accepted'),
})
export type AcceptedTask = z.output<typeof AcceptedTask>

const ToolId = z.object({ tool_id: z.uuid() })
const RunList = z.object({ runs: z.array(StudioRun) })

/** The most runs that one request may ask for: prompts by documents by profiles. */
export const maxRuns = 20_000

/**
 * Puts a run for each prompt on each document under each profile into the queue, notes left out, and
 * replies with them. What is under way already is not begun again: its run is in the reply instead.
 */
export const startRuns = endpoint({
  method: 'POST',
  path: '/prompt-studio/:tool_id/runs/',
  who: 'member',
  isPaid: true,
  status: 202,
  params: ToolId,
  body: z.object({
    prompt_ids: z.array(z.uuid()).min(1).max(1000),
    document_ids: z.array(z.uuid()).min(1).max(1000),
    profile_ids: z.array(z.uuid()).min(1).max(100),
  }),
  reply: RunList,
})

const Count = z.number().int()

/**
 * What such runs will probably take, by profile, with the totals; nothing is run. `known` are the values of which
 * earlier ones of the same document say so; of the others only the settings do.
 */
export const estimateRuns = endpoint({
  method: 'POST',
  path: '/prompt-studio/:tool_id/runs/estimate/',
  who: 'member',
  params: ToolId,
  body: startRuns.body,
  reply: z.object({
    profiles: z.array(
      z.object({
        profile_id: z.uuid(),
        values: Count,
        tokens: Count,
        /** Null where the price of the model is not known. */
        cost_in_dollars: z.number().nullable(),
        known: Count,
      }),
    ),
  }),
})

/**
 * Puts a single pass over all prompts on each document into the queue, with the default profile, and replies
 * with them. What is under way already is not begun again.
 */
export const startPasses = endpoint({
  method: 'POST',
  path: '/prompt-studio/:tool_id/runs/single-pass/',
  who: 'member',
  isPaid: true,
  status: 202,
  params: ToolId,
  body: z.object({ document_ids: z.array(z.uuid()).min(1).max(1000) }),
  reply: RunList,
})

/**
 * The runs of a project that wait or go on, and those that failed, be it in part, and were not asked for
 * again since.
 */
export const listRuns = endpoint({
  method: 'GET',
  path: '/prompt-studio/:tool_id/runs/',
  who: 'member',
  params: ToolId,
  reply: RunList,
})

/** Ends runs that wait or go on: these, or without ids all of the project. Replies with those it ended. */
export const cancelRuns = endpoint({
  method: 'POST',
  path: '/prompt-studio/:tool_id/runs/cancel/',
  who: 'member',
  params: ToolId,
  body: z.object({ run_ids: z.array(z.uuid()).max(maxRuns).optional() }),
  reply: RunList,
})

/** Returns the state of a requested run; a failed one is a 500. */
export const taskStatus = endpoint({
  method: 'GET',
  path: '/prompt-studio/:tool_id/task-status/:task_id/',
  who: 'member',
  params: z.object({ tool_id: z.uuid(), task_id: z.uuid() }),
  reply: z.object({
    task_id: z.uuid(),
    status: z.enum(['processing', 'completed', 'failed']),
    error: z.string().optional(),
  }),
})
