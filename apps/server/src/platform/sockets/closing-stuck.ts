import { socketLimits } from '@recto/contract/limits'

type Connection = {
  on(event: 'drain', listener: () => void): unknown
  close(discard: boolean): void
}

type Flow = { waiting: number; drains: number; isWatched: boolean }

/**
 * Returns what counts a message to a browser. What one does not take is not kept for it: its socket is
 * closed, and it comes back when it can and asks for what it missed.
 */
export function closingStuck(): (connection: Connection | undefined) => void {
  const flows = new WeakMap<Connection, Flow>()
  return (connection) => {
    if (!connection) return
    const flow = flows.get(connection) ?? watch(connection)
    flows.set(connection, flow)
    flow.waiting += 1
    if (flow.isWatched || flow.waiting <= socketLimits.waitingMessages) return
    // Many may be told at once; whoever takes them does so within a moment.
    flow.isWatched = true
    const before = flow.drains
    const look = () => {
      flow.isWatched = false
      if (flow.drains === before) connection.close(true)
    }
    setTimeout(look, socketLimits.secondsToTake * 1000).unref()
  }
}

function watch(connection: Connection): Flow {
  const flow: Flow = { waiting: 0, drains: 0, isWatched: false }
  connection.on('drain', () => {
    flow.waiting = 0
    flow.drains += 1
  })
  return flow
}
