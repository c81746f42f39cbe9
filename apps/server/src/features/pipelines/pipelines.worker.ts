import type { Context } from '../../platform/context.ts'
import { type BoundJob, bindJob } from '../../platform/work/jobs.ts'
import { announceArrivalJob } from '../connectors/connectors.port.ts'
import { requestRuns } from './schedule/requested-runs.ts'

export const pipelineJobs: readonly BoundJob<Context>[] = [bindJob(announceArrivalJob, requestRuns)]
