import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'

const Count = z.number().int()
const Share = z.number().min(0).max(1)

/** The effect of one target error rate: how much would pass without review. */
const DialStop = z.object({
  wrong_per_thousand: Count,
  /** Whether the truths can promise it of any value; if not, everything goes to review. */
  is_promised: z.boolean(),
  /** Share of the values with a known expected value. */
  share_of_values: Share,
  /**
   * Share of the workflow's recent files in which every value would pass; null if it has read none.
   */
  share_of_files: Share.nullable(),
  /** Minimum number of right values, without an exception, that can support this target. */
  fewest_truths: Count,
})

const ReviewDial = z.object({
  /** Values of the workflow’s project of which a truth says whether they were right. */
  truths: Count,
  /** The last files of the workflow, from which the shares of files are. */
  files: Count,
  /** How long people took for a file, by the reviews of the last 30 days; null where there were none. */
  seconds_a_file: z.number().nullable(),
  /** The strictest promise first; between two of them the stricter one holds. */
  stops: z.array(DialStop),
})
export type ReviewDial = z.output<typeof ReviewDial>

/** What the dial of a workflow’s review rule would let go on, from the history of its project. */
export const getReviewDial = endpoint({
  method: 'GET',
  path: '/manual_review/dial/:workflow_id/',
  who: 'member',
  params: z.object({ workflow_id: z.uuid() }),
  reply: ReviewDial,
})
