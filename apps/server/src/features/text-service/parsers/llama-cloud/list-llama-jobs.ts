import type { LlamaJobStatus } from '@recto/contract/text-service/llama-cloud'
import {
  findParsingJobs,
  type ParsingJobFilter,
  type TextJobRow,
} from '../../jobs/text-jobs.store.ts'
import type { KeyHolder } from '../../keys/admit-key.ts'
import { cancelledMessage } from '../../results/cancel-text-job.ts'
import { llamaCloudTag } from './parse-settings.ts'

type StatusFilter = Pick<ParsingJobFilter, 'statuses' | 'failure'>

const failedWith = (isThisOne: boolean): StatusFilter => ({
  statuses: ['error'],
  failure: { message: cancelledMessage, isThisOne },
})
const filterByStatus: Readonly<Record<LlamaJobStatus, StatusFilter>> = {
  PENDING: { statuses: ['accepted'] },
  RUNNING: { statuses: ['processing'] },
  COMPLETED: { statuses: ['processed', 'retrieved'] },
  FAILED: failedWith(false),
  CANCELLED: failedWith(true),
}

const filterOf = (status: LlamaJobStatus | undefined): StatusFilter =>
  status === undefined ? {} : filterByStatus[status]

type JobList = Omit<ParsingJobFilter, 'tag' | 'statuses' | 'failure'> & {
  readonly status: LlamaJobStatus | undefined
}

/** Returns the jobs that these clients have started, newest first. */
export const listLlamaJobs = (
  { tenant }: KeyHolder,
  { status, ...filter }: JobList,
): Promise<TextJobRow[]> =>
  findParsingJobs(tenant, {
    ...filter,
    ...filterOf(status),
    tag: llamaCloudTag,
  })

export const isUnfinished = ({ status }: TextJobRow): boolean =>
  status === 'accepted' || status === 'processing'
