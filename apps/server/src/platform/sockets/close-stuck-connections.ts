import { socketLimits } from '@recto/contract/wire/limits'

type BrowserConnection = {
  on(event: 'drain', listener: () => void): unknown
  close(discard: boolean): void
}

type ConnectionFlow = { sentSinceDrain: number; drains: number; isWatched: boolean }

/**
 * Returns a function to call for every message to a browser. Messages that a browser does not
 * receive are not buffered: its socket is closed, and it reconnects and reloads what it missed.
 */
export function createStuckConnectionCloser(): (connection: BrowserConnection | undefined) => void {
  const flows = new WeakMap<BrowserConnection, ConnectionFlow>()
  return (connection) => {
    if (!connection) return
    const flow = flows.get(connection) ?? watchConnection(connection)
    flows.set(connection, flow)
    flow.sentSinceDrain += 1
    if (flow.isWatched || flow.sentSinceDrain <= socketLimits.waitingMessages) return
    // Many messages may be sent together; a healthy connection drains within a moment.
    flow.isWatched = true
    const previousDrains = flow.drains
    const closeIfUndrained = () => {
      flow.isWatched = false
      if (flow.drains === previousDrains) connection.close(true)
    }
    setTimeout(closeIfUndrained, socketLimits.secondsToTake * 1000).unref()
  }
}

function watchConnection(connection: BrowserConnection): ConnectionFlow {
  const flow: ConnectionFlow = { sentSinceDrain: 0, drains: 0, isWatched: false }
  connection.on('drain', () => {
    flow.sentSinceDrain = 0
    flow.drains += 1
  })
  return flow
}
