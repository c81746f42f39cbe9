import { z } from 'zod'
import { ExecutionStatus } from '../executions/executions.ts'
import { TagName } from '../executions/tags.ts'
import { endpoint } from '../wire/endpoint.ts'
import { CustomDataText } from '../wire/wire.ts'

/** A yes or no of a form, whose fields are texts. */
const FormFlag = z
  .union([
    z.boolean(),
    z.stringbool({
      truthy: ['true', '1', 'yes', 'on', 't'],
      falsy: ['false', '0', 'no', 'off', 'f', ''],
    }),
  ])
  .default(false)

const Tags = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  )
  .pipe(z.array(TagName).max(1, 'Only one tag is allowed.'))

/** One file's result. `file`, `file_execution_id`, `status`, `result`, `error` and `metadata` are always present. */
export const ResultItem = z.object({
  file: z.string(),
  /** Further names under which the request sent the same content, which has one result. */
  other_names: z.array(z.string()).optional(),
  file_execution_id: z.uuid(),
  status: z.enum(['Success', 'Failed']),
  result: z.unknown(),
  error: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  /**
   * Present if it was requested; null if the text is not stored and would have to be paid for
   * again.
   */
  extracted_text: z.string().nullable().optional(),
  /** People look at its values first: the result is empty until they have approved them. */
  review: z.literal('pending').optional(),
})
export type ResultItem = z.output<typeof ResultItem>

/** Maximum number of files of one request, uploaded and fetched together. */
export const maxRunFiles = 32

const DeploymentPath = z.object({ org: z.string(), api_name: z.string() })

/** A repeated form field becomes a list. */
const PresignedUrls = z
  .preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(z.url().max(4000)).max(maxRunFiles),
  )
  .default([])

/** A name chosen by the caller: letters, digits, `_` and `-`; absent if empty. */
const ReviewName = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[A-Za-z0-9_-]*$/, 'Only letters, digits, _ and - are allowed.')
    .transform((name) => name || undefined)
    .optional()

const DeploymentRunRequest = z.object({
  /** Seconds to wait; -1 and 0 do not wait. */
  timeout: z.coerce.number().int().min(-1).max(300).default(-1),
  include_metadata: FormFlag,
  include_metrics: FormFlag,
  include_extracted_text: FormFlag,
  use_file_history: FormFlag,
  tags: Tags,
  /** A JSON object, for prompts that refer to `{{custom_data.…}}`. */
  custom_data: CustomDataText.optional(),
  /** Answers every field with this profile, whichever it was exported with. */
  llm_profile_id: z.uuid().optional(),
  /** URLs of files to fetch in addition to the uploaded ones. */
  presigned_urls: PresignedUrls,
  /** Files whose values people look at before they are given out, in a queue of that name. */
  hitl_queue_name: ReviewName(50),
  /** The caller's name for this group of files. */
  hitl_packet_id: ReviewName(16),
})
export type DeploymentRunRequest = z.output<typeof DeploymentRunRequest>

const DeploymentRunReply = z.object({
  message: z.object({
    execution_id: z.uuid(),
    execution_status: ExecutionStatus,
    status_api: z.string().nullable(),
    error: z.string().nullable(),
    result: z.array(ResultItem).nullable(),
  }),
})
export type DeploymentRunReply = z.output<typeof DeploymentRunReply>

/** 422 with the same body when the run failed. */
export const runDeployment = endpoint({
  method: 'POST',
  path: '/deployment/api/:org/:api_name/',
  who: 'key',
  refusals: 'message.error',
  accepts: 'multipart',
  params: DeploymentPath,
  body: DeploymentRunRequest,
  reply: DeploymentRunReply,
})

/** 422 while it runs or when it failed, 406 once the result was fetched. */
export const getDeploymentStatus = endpoint({
  method: 'GET',
  path: '/deployment/api/:org/:api_name/',
  who: 'key',
  refusals: 'error',
  params: DeploymentPath,
  query: z.object({
    execution_id: z.uuid(),
    include_metadata: FormFlag,
    include_metrics: FormFlag,
    include_extracted_text: FormFlag,
  }),
  reply: z.object({
    status: ExecutionStatus,
    message: z.union([z.array(ResultItem), z.string(), z.null()]),
    /** Why there is no result, unless it is still to come. */
    error: z.string().optional(),
  }),
})
