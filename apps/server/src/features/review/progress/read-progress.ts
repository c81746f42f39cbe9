import { type Context, tenantOf } from '../../../platform/context.ts'
import { userEmails } from '../../organizations/organizations.port.ts'
import { getClass } from '../items/document-class.ts'
import type { ClassReference } from '../items/held-item.ts'
import {
  countByDay,
  countChangedFields,
  type DayOfPerson,
  type FieldProgress,
  medianSecondsOfField,
} from './progress.reads.ts'

type QueueProgress = {
  readonly days: readonly DayOfPerson[]
  readonly median: number | null
  readonly fields: readonly FieldProgress[]
  readonly emails: ReadonlyMap<number, string>
}

/**
 * Returns the progress of a queue, and the fields that the machine reads worst, for the last 30
 * days.
 */
export async function readProgress(
  ctx: Pick<Context, 'db'>,
  { actor, className }: ClassReference,
): Promise<QueueProgress> {
  const tenant = tenantOf(ctx, actor)
  const { workflowId } = await getClass(tenant, className)
  const [days, median, fields] = await Promise.all([
    countByDay(tenant, workflowId),
    medianSecondsOfField(tenant, workflowId),
    countChangedFields(tenant, workflowId),
  ])
  const people = days.map(({ userId }) => userId)
  return { days, median, fields, emails: await userEmails(tenant, people) }
}
