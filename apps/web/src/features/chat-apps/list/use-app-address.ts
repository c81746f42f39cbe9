import { usePaths } from '../../../shared/navigation/paths.ts'
import type { ChatApp } from '../chat-app.ts'

/** Returns the whole address of an app, to be handed on. */
export function useAppAddress(): (app: Pick<ChatApp, 'name'>) => string {
  const to = usePaths()
  return ({ name }) => new URL(to.app(name), window.location.origin).href
}
