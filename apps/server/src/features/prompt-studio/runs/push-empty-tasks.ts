import { TaskResult, taskResultEvent } from '@recto/contract/server/sockets'
import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'
import type { Sockets } from '../../../platform/sockets/sockets.ts'
import { emptyTaskEnded } from '../queue/runs.events.ts'
import { findTask } from '../queue/runs.store.ts'

type EmptyTaskEnd = z.output<typeof emptyTaskEnded.payload>

/** Pushes the ends of tasks that needed no run to the browsers that are connected to this process. */
export function pushEmptyTasks(
  ctx: Pick<Context, 'db' | 'events' | 'log'>,
  sockets: Sockets,
): () => void {
  const push = async ({ organizationId, taskId, documentId, profileId }: EmptyTaskEnd) => {
    const task = await findTask({ db: ctx.db, organizationId }, taskId)
    if (!task || task.log_events_id === null) return
    const result = TaskResult.parse({
      data: {
        task_id: task.id,
        operation: task.operation,
        tool_id: task.project_id,
        status: 'completed',
        result: [],
        error: null,
        prompt_ids: task.prompt_ids ?? [],
        document_id: documentId,
        profile_manager_id: profileId,
        elapsed: 0,
      },
    })
    const channel = { organizationId, logEventsId: task.log_events_id }
    sockets.sendToSession(channel, taskResultEvent, result.data)
  }
  return ctx.events.subscribe(emptyTaskEnded, (end) => {
    if (!sockets.hasOrganization(end.organizationId)) return
    push(end).catch((error: unknown) => {
      ctx.log.warn({ reason: describeFailure(error) }, 'failed to push the end of a task')
    })
  })
}
