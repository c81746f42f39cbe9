import { usePaths } from '../../../shared/navigation/paths.ts'
import type { ChatApp } from '../chat-app.ts'

/** Returns the full address of an app, for sharing it. */
export function useAppAddress(): (app: Pick<ChatApp, 'name'>) => string {
  const to = usePaths()
  return ({ name }) => new URL(to.app(name), window.location.origin).href
}
