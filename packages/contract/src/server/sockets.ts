import { z } from 'zod'
import { QuestionState } from '../chat-apps/chat-apps.ts'
import { FailedPrompt, PromptOutput } from '../prompt-studio/prompt-outputs.ts'
import { StudioRun } from '../prompt-studio/studio-runs.ts'
import { endpoint } from '../wire/endpoint.ts'

/** The Socket.IO endpoint, web socket transport only. A plain HTTP request gets nothing. */
export const openSocket = endpoint({
  method: 'GET',
  path: '/api/v1/socket/',
  who: 'session',
  reply: z.never(),
})

/** Every message of a socket is wrapped in this. */
const inMessage = <Data extends z.ZodType>(data: Data) => z.object({ data })

/** Messages about the work of a session, by the id that the session was told. */
export const logsEventOf = (logEventsId: string) => `logs:${logEventsId}`

/** All that a run call asked for has ended. */
export const taskResultEvent = 'prompt_studio_result'

export const TaskResult = inMessage(
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
    /** A task that succeeded in part has an error too. */
    error: z.string().nullable(),
    prompt_ids: z.array(z.uuid()),
    document_id: z.uuid(),
    /** Null when nothing was run and the project has no default profile. */
    profile_manager_id: z.uuid().nullable(),
    /** In seconds. */
    elapsed: z.number(),
  }),
)
export type TaskResult = z.output<typeof TaskResult>

/** The states of a person's runs have changed. Our own pages subscribe to this event alone. */
export const runsEvent = 'studio_runs'

export const RunNews = inMessage(z.object({ tool_id: z.uuid(), runs: z.array(StudioRun) }))
export type RunNews = z.output<typeof RunNews>

/** Somebody has changed a project that the person may see: our own pages' event. */
export const projectEvent = 'studio_project'

/** The part of a project that changed; subscribers refetch it. */
export const ProjectPart = z.enum(['settings', 'prompts', 'profiles', 'documents'])
export type ProjectPart = z.output<typeof ProjectPart>

export const ProjectNews = inMessage(z.object({ tool_id: z.uuid(), parts: z.array(ProjectPart) }))
export type ProjectNews = z.output<typeof ProjectNews>

/** An answer of an app grows, or has come to its end: our own pages' event, for the person who asked. */
export const answerEvent = 'chat_answer'

export const AnswerNews = inMessage(
  z.object({
    chat_history_id: z.uuid(),
    question_id: z.uuid(),
    state: QuestionState,
    /** All of it so far; empty while the documents are looked through, and at the end, when it is to be asked for. */
    message: z.string(),
  }),
)
export type AnswerNews = z.output<typeof AnswerNews>

const numberOrNull = z.number().nullable()
const textOrNull = z.string().nullable()
/** Epoch seconds. */
const timestamp = z.number()
const ofExecution = { execution_id: z.string(), organization_id: z.string() }

/** Progress of a workflow with the files of an execution. The text is in `log`. */
const WorkflowLog = z.object({
  timestamp,
  type: z.literal('LOG'),
  level: z.enum(['INFO', 'WARN', 'DEBUG', 'ERROR']),
  stage: z.enum([
    'COMPILE',
    'BUILD',
    'TOOL',
    'RUN',
    'SOURCE',
    'DESTINATION',
    'INITIALIZE',
    'FINALIZE',
    'PROCESSING',
  ]),
  log: z.string(),
  cost_type: textOrNull,
  cost_units: textOrNull,
  cost_value: numberOrNull,
  step: numberOrNull,
  iteration: numberOrNull,
  iteration_total: numberOrNull,
  ...ofExecution,
  file_execution_id: textOrNull,
})

/** Log message of a running tool. */
const ToolLog = z.object({
  timestamp,
  type: z.literal('LOG'),
  stage: z.literal('TOOL_RUN'),
  level: z.enum(['DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL']),
  log: z.string(),
  emitted_at: z.string(),
  ...ofExecution,
  file_execution_id: textOrNull,
})

const ToolCost = z.object({
  timestamp,
  type: z.literal('COST'),
  cost: z.number(),
  cost_units: z.string(),
  emitted_at: z.string(),
  ...ofExecution,
  file_execution_id: textOrNull,
})

const ofPrompt = {
  service: z.literal('prompt'),
  /** The known parts only. */
  component: z.object({
    tool_id: z.uuid(),
    run_id: z.string().optional(),
    prompt_id: z.uuid().nullable().optional(),
    prompt_key: textOrNull.optional(),
    doc_name: textOrNull.optional(),
  }),
  level: z.enum(['INFO', 'ERROR', 'DEBUG']),
  state: z.enum(['RUN', 'EVAL', 'CHALLENGE', 'TABLE_EXTRACTION']),
  message: z.string(),
}

/** Progress of the studio. The text is in `message`. */
const PromptLog = z.object({ timestamp, type: z.literal('LOG'), ...ofPrompt })

/** How many tokens are left is the difference, and never below 0. */
const UsageLog = z.object({
  timestamp,
  type: z.literal('LOG'),
  service: z.literal('usage'),
  level: z.literal('INFO'),
  added_token_count: z.number().int(),
  max_token_count_set: z.number().int(),
  enabled: z.boolean(),
})

/** What the page of a workflow shows: of its endpoints, of one of its tools by id, or by its state alone. */
const ProgressUpdate = z.object({
  timestamp,
  type: z.literal('UPDATE'),
  component: textOrNull,
  state: z.enum([
    'RUNNING',
    'SUCCESS',
    'ERROR',
    'MESSAGE',
    'INPUT_UPDATE',
    'OUTPUT_UPDATE',
    'BEGIN_WORKFLOW',
    'END_WORKFLOW',
    'PROGRESS_MAX_UPDATE',
    'NEXT',
  ]),
  message: z.string(),
})

/** The newer kind of a log of the studio, which no panel keeps. */
const PromptProgress = z.object({ timestamp, type: z.literal('PROGRESS'), ...ofPrompt })

/** Any message on the channel of a session. */
export const SessionMessage = z.union([
  PromptLog,
  UsageLog,
  WorkflowLog,
  ToolLog,
  ToolCost,
  ProgressUpdate,
  PromptProgress,
])
export type SessionMessage = z.output<typeof SessionMessage>

/** Progress of a run, as a message of its session. */
export const RunProgress = inMessage(PromptProgress)
export type RunProgress = z.output<typeof RunProgress>
