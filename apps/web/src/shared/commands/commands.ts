import { useEffect, useRef } from 'react'
import { createStore, useStore } from '../store/create-store.ts'

/** Something that the command palette offers; with a shortcut it also answers to its key. */
export type OfferedCommand = {
  readonly id: string
  readonly title: string
  /** The heading under which the palette lists it. */
  readonly group: string
  readonly hint?: string
  /** One key, such as `n`, or one with Ctrl or Cmd, written `mod+k`. */
  readonly shortcut?: string
  run(): void
}

const offered = createStore<readonly OfferedCommand[]>([])
const sources = new Map<symbol, readonly OfferedCommand[]>()

const publish = (): void => offered.set([...sources.values()].flat())

/** Offers commands for as long as the calling component is on the screen. */
export function useCommands(commands: readonly OfferedCommand[]): void {
  const latest = useRef(commands)
  latest.current = commands
  const fingerprint = commands.map(({ id, title, shortcut }) => `${id}|${title}|${shortcut}`).join()

  // Handlers are looked up when they run, so only a change of what is listed has to be published.
  useEffect(() => {
    const source = Symbol(fingerprint)
    sources.set(
      source,
      latest.current.map((command, place) => ({
        ...command,
        run: () => (latest.current[place] ?? command).run(),
      })),
    )
    publish()
    return () => {
      sources.delete(source)
      publish()
    }
  }, [fingerprint])
}

/** Every command on offer now. */
export const useOfferedCommands = (): readonly OfferedCommand[] =>
  useStore(offered, (commands) => commands)

/** Listens for the shortcuts of everything on offer. Keys typed into a field are the field's. */
export function useShortcuts(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const pressed = offered.get().find(({ shortcut }) => shortcut && matches(shortcut, event))
      if (!pressed) return
      event.preventDefault()
      pressed.run()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

function matches(shortcut: string, event: KeyboardEvent): boolean {
  const withMod = shortcut.startsWith('mod+')
  const key = withMod ? shortcut.slice(4) : shortcut
  if (event.key.toLowerCase() !== key || event.altKey) return false
  if ((event.metaKey || event.ctrlKey) !== withMod) return false
  return withMod || !isElsewhere(event.target)
}

/** In a field, or in a dialog, which covers the screen that the key belongs to. */
function isElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.closest('[role="dialog"]')) return true
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
}
