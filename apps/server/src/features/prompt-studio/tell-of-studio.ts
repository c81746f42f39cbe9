import type { Context } from '../../platform/context.ts'
import type { Sockets } from '../../platform/sockets/sockets.ts'
import { tellOfChanges } from './changes/tell-of-changes.ts'
import { tellOfRuns } from './runs/tell-of-runs.ts'

/** Tells the browsers that are connected to this process what happens in the studio, until it is ended. */
export function tellOfStudio(ctx: Context, sockets: Sockets): () => void {
  const ends = [tellOfRuns(ctx, sockets), tellOfChanges(ctx, sockets)]
  return () => {
    for (const end of ends) end()
  }
}
