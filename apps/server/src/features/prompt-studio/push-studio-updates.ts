import type { Context } from '../../platform/context.ts'
import type { Sockets } from '../../platform/sockets/sockets.ts'
import { pushProjectChanges } from './changes/push-project-changes.ts'
import { pushEmptyTasks } from './runs/push-empty-tasks.ts'
import { pushRunUpdates } from './runs/push-run-updates.ts'

/**
 * Pushes run updates and project changes to the browsers that are connected to this process.
 * Returns a function that stops it.
 */
export function pushStudioUpdates(ctx: Context, sockets: Sockets): () => void {
  const subscriptions = [
    pushRunUpdates(ctx, sockets),
    pushEmptyTasks(ctx, sockets),
    pushProjectChanges(ctx, sockets),
  ]
  return () => {
    for (const unsubscribe of subscriptions) unsubscribe()
  }
}
