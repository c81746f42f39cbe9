import { type RefObject, useEffect } from 'react'
import { useCommands } from '../../../shared/commands/commands.ts'

const group = 'This project'

/** From prompt to prompt by keys: j and k move, r runs, e writes, Escape leaves the field for its card. */
export function usePromptKeys(list: RefObject<HTMLElement | null>): void {
  const slots = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-slot]') ?? [])]
  const current = () => document.activeElement?.closest<HTMLElement>('[data-slot]') ?? undefined
  const click = (part: string) => current()?.querySelector<HTMLElement>(part)

  function move(by: 1 | -1) {
    const all = slots()
    const at = current()
    const next = at ? all[all.indexOf(at) + by] : all[by === 1 ? 0 : all.length - 1]
    next?.focus()
    next?.scrollIntoView({ block: 'nearest' })
  }

  useCommands([
    { id: 'next-prompt', title: 'Next prompt', group, shortcut: 'j', run: () => move(1) },
    { id: 'previous-prompt', title: 'Previous prompt', group, shortcut: 'k', run: () => move(-1) },
    {
      ...{ id: 'run-prompt', title: 'Run the chosen prompt', group, shortcut: 'r' },
      run: () => click('[data-run]')?.click(),
    },
    {
      ...{ id: 'write-prompt', title: 'Write the chosen prompt', group, shortcut: 'e' },
      run: () => click('textarea')?.focus(),
    },
  ])

  useEffect(() => {
    const element = list.current
    if (!element) return
    const leave = (event: KeyboardEvent) => {
      const isField = event.target instanceof HTMLElement && event.target.matches('input, textarea')
      if (event.key === 'Escape' && isField && !event.defaultPrevented) current()?.focus()
    }
    element.addEventListener('keydown', leave)
    return () => element.removeEventListener('keydown', leave)
  })
}
