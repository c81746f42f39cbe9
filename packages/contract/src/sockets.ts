import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { FailedPrompt, PromptOutput } from './prompt-outputs.ts'
import { StudioRun } from './studio-runs.ts'

/** Where clients open their socket: Socket.IO, by web socket alone. Without one this address has nothing. */
export const openSocket = endpoint({
  method: 'GET',
  path: '/api/v1/socket/',
  who: 'session',
  reply: z.never(),
})

/** Every message of a socket is wrapped in this. */
const wrapped = <Data extends z.ZodType>(data: Data) => z.object({ data })

/** Messages about the work of a session, by the id that the session was told. */
export const logsEventOf = (logEventsId: string) => `logs:${logEventsId}`

/** All that a run call asked for has ended. */
export const taskResultEvent = 'prompt_studio_result'

export const TaskResult = wrapped(
  z.object({
    task_id: z.uuid(),
    operation: z.enum(['fetch_response', 'single_pass_extraction', 'index_document']),
    tool_id: z.uuid(),
    status: z.enum(['completed', 'failed']),
    result: z.union([
      z.array(z.union([PromptOutput, FailedPrompt])),
      z.object({ message: z.string(), document_id: z.uuid() }),
      z.null(),
    ]),
    /** Also of a task that has given something, where a part of it failed. */
    error: z.string().nullable(),
    prompt_ids: z.array(z.uuid()),
    document_id: z.uuid(),
    profile_manager_id: z.uuid(),
    /** In seconds. */
    elapsed: z.number(),
  }),
)
export type TaskResult = z.output<typeof TaskResult>

/** Runs of a person stand differently: our own pages' event. */
export const runsEvent = 'studio_runs'

export const RunNews = wrapped(z.object({ tool_id: z.uuid(), runs: z.array(StudioRun) }))
export type RunNews = z.output<typeof RunNews>

/** How a run gets on, as a message of its session. */
export const RunProgress = wrapped(
  z.object({
    timestamp: z.number(),
    type: z.literal('PROGRESS'),
    service: z.literal('prompt'),
    component: z.object({
      tool_id: z.uuid(),
      run_id: z.string(),
      prompt_id: z.uuid().nullable(),
      prompt_key: z.string().nullable(),
      doc_name: z.string().nullable(),
    }),
    level: z.enum(['INFO', 'ERROR']),
    state: z.literal('RUN'),
    message: z.string(),
  }),
)
export type RunProgress = z.output<typeof RunProgress>
