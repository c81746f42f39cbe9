/**
 * The tabs of one browser share a session, which is in one organization at a time. A channel does
 * not receive its own messages, so each tab uses the same one in both directions.
 */
export const tabChannelName = 'recto-session'

let channel: BroadcastChannel | undefined
const openChannel = () => {
  channel ??= new BroadcastChannel(tabChannelName)
  return channel
}

/** Notifies the browser's other tabs that the session has entered an organization. */
export function publishEnteredOrganization(organizationId: string): void {
  openChannel().postMessage(organizationId)
}

/** Calls back with the organization that another tab has entered, until the returned function is called. */
export function subscribeToEnteredOrganization(
  callback: (organizationId: string) => void,
): () => void {
  const handleMessage = ({ data }: MessageEvent<string>) => callback(data)
  const channel = openChannel()
  channel.addEventListener('message', handleMessage)
  return () => channel.removeEventListener('message', handleMessage)
}
