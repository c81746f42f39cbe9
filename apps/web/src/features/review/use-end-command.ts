import { useCommands } from '../../shared/commands/commands.ts'
import type { ReviewQueue, SimpleReviewQueue } from './review.queries.ts'

type EndCommand = {
  readonly type: ReviewQueue['type'] | SimpleReviewQueue['type']
  /** Whether there is a document whose work can end. */
  readonly isPossible: boolean
  onEnd(): void
}

/** Title of the action that ends the work on a document. */
export const endTitleOf = (type: EndCommand['type']): string =>
  type === 'review' || type === 'simple_review' ? 'Finish Review' : 'Approve'

/** Ends the work on a document with a key. */
export function useEndCommand({ type, isPossible, onEnd }: EndCommand): void {
  useCommands([
    {
      id: 'review:end',
      title: endTitleOf(type),
      group: 'Review',
      shortcut: 'mod+enter',
      run() {
        // A dialog that is open has the key for itself.
        if (isPossible && !document.querySelector('[role="dialog"]')) onEnd()
      },
    },
  ])
}
