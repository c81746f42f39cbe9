import { useEffect, useRef } from 'react'
import { createStore, useStore } from '../store/create-store.ts'

/** A command listed in the command palette; a shortcut also triggers it. */
export type OfferedCommand = {
  readonly id: string
  readonly title: string
  /** Heading of its group in the palette. */
  readonly group: string
  readonly hint?: string
  /** One key, such as `n`, or one with Ctrl or Cmd, written `mod+k`. The space bar is `space`. */
  readonly shortcut?: string
  /** Whether the shortcut works while this element has the focus; everywhere if omitted. */
  appliesTo?(target: Element): boolean
  run(): void
}

const commandStore = createStore<readonly OfferedCommand[]>([])
const sources = new Map<symbol, readonly OfferedCommand[]>()

const publish = (): void => commandStore.set([...sources.values()].flat())

/** Offers commands for as long as the calling component is on the screen. */
export function useCommands(commands: readonly OfferedCommand[]): void {
  const latest = useRef(commands)
  latest.current = commands
  const fingerprint = commands.map(({ id, title, shortcut }) => `${id}|${title}|${shortcut}`).join()

  // Handlers are looked up when they run, so the commands are published again only if what is
  // listed has changed.
  useEffect(() => {
    const source = Symbol(fingerprint)
    sources.set(
      source,
      latest.current.map((command, index) => ({
        ...command,
        run: () => (latest.current[index] ?? command).run(),
      })),
    )
    publish()
    return () => {
      sources.delete(source)
      publish()
    }
  }, [fingerprint])
}

/** Returns all current commands. */
export const useOfferedCommands = (): readonly OfferedCommand[] =>
  useStore(commandStore, (commands) => commands)

/** Handles the shortcuts of all current commands. Keys typed into a field are ignored. */
export function useShortcuts(): void {
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      const command = commandStore
        .get()
        .find((candidate) => candidate.shortcut && isPressed(candidate, candidate.shortcut, event))
      if (!command) return
      event.preventDefault()
      command.run()
    }
    window.addEventListener('keydown', handleKeyDown)
    return () => window.removeEventListener('keydown', handleKeyDown)
  }, [])
}

function isPressed(command: OfferedCommand, shortcut: string, event: KeyboardEvent): boolean {
  if (event.defaultPrevented || !matches(shortcut, event)) return false
  return !(event.target instanceof Element) || (command.appliesTo?.(event.target) ?? true)
}

function matches(shortcut: string, event: KeyboardEvent): boolean {
  const withMod = shortcut.startsWith('mod+')
  const key = withMod ? shortcut.slice(4) : shortcut
  const pressedKey = event.key === ' ' ? 'space' : event.key.toLowerCase()
  if (pressedKey !== key || event.altKey) return false
  if ((event.metaKey || event.ctrlKey) !== withMod) return false
  return withMod || !isInFieldOrDialog(event.target)
}

/** Whether the key belongs to a field, or to a dialog that covers the page. */
function isInFieldOrDialog(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.closest('[role="dialog"]')) return true
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
}

type Overlay = 'palette' | 'shortcuts' | undefined

const overlayStore = createStore<Overlay>(undefined)

export const openPalette = (): void => overlayStore.set('palette')
export const openShortcuts = (): void => overlayStore.set('shortcuts')
export const closeOverlay = (): void => overlayStore.set(undefined)
export const useOverlay = (): Overlay => useStore(overlayStore, (overlay) => overlay)
