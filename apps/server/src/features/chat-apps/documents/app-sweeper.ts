import type { Context } from '../../../platform/context.ts'
import { startPeriodicTask } from '../../../platform/start-periodic-task.ts'
import { deleteUnusedDocuments } from './delete-unused-documents.ts'

const intervalMilliseconds = 10 * 60 * 1000

/**
 * Periodically deletes the documents and indexes that no app uses. Any number of processes may run
 * it. Returns a function that stops it.
 */
export function startAppSweeper(ctx: Context): () => Promise<void> {
  return startPeriodicTask(ctx, {
    intervalMilliseconds: intervalMilliseconds,
    run: () => deleteUnusedDocuments(ctx),
    failureMessage: 'failed to delete unused app documents',
    // Not urgent, and at startup other work needs the few database connections.
    isFirstRunDelayed: true,
  })
}
