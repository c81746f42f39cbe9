/**
 * The tabs of one browser share a session, which is in one organization at a time. A channel does not
 * hear itself, so this tab has one for both ways.
 */
export const channelOfTabs = 'recto-session'

let channel: BroadcastChannel | undefined
const openChannel = () => {
  channel ??= new BroadcastChannel(channelOfTabs)
  return channel
}

/** Tells the browser’s other tabs which organization the session has entered. */
export function tellEntered(organizationId: string): void {
  openChannel().postMessage(organizationId)
}

/** Calls back with the organization that another tab has entered, until the returned function is called. */
export function onEntered(callback: (organizationId: string) => void): () => void {
  const listen = ({ data }: MessageEvent<string>) => callback(data)
  const opened = openChannel()
  opened.addEventListener('message', listen)
  return () => opened.removeEventListener('message', listen)
}
