import { type RefObject, useEffect } from 'react'
import { useCommands } from '../../../shared/commands/commands.ts'

const group = 'This project'

/**
 * Keyboard shortcuts of the prompt list: j and k move, r runs, e edits, Escape leaves a field for
 * its card. Ctrl Enter runs the prompt whose field has the focus.
 */
export function usePromptShortcuts(listRef: RefObject<HTMLElement | null>): void {
  const listSlots = () => [...(listRef.current?.querySelectorAll<HTMLElement>('[data-slot]') ?? [])]
  const findCurrentSlot = () =>
    document.activeElement?.closest<HTMLElement>('[data-slot]') ?? undefined
  const findInCurrentSlot = (selector: string) =>
    findCurrentSlot()?.querySelector<HTMLElement>(selector)

  function move(offset: 1 | -1) {
    const allSlots = listSlots()
    const currentSlot = findCurrentSlot()
    const target = currentSlot
      ? allSlots[allSlots.indexOf(currentSlot) + offset]
      : allSlots[offset === 1 ? 0 : allSlots.length - 1]
    target?.focus()
    target?.scrollIntoView({ block: 'nearest' })
  }

  useCommands([
    { id: 'next-prompt', title: 'Next prompt', group, shortcut: 'j', run: () => move(1) },
    { id: 'previous-prompt', title: 'Previous prompt', group, shortcut: 'k', run: () => move(-1) },
    {
      id: 'run-prompt',
      title: 'Run selected prompt',
      group,
      shortcut: 'r',
      run: () => findInCurrentSlot('[data-run]')?.click(),
    },
    {
      id: 'run-focused',
      title: 'Run the prompt being edited',
      group,
      shortcut: 'mod+enter',
      run: runFocusedPrompt,
    },
    {
      id: 'write-prompt',
      title: 'Edit selected prompt',
      group,
      shortcut: 'e',
      run: () => findInCurrentSlot('textarea')?.focus(),
    },
  ])

  useEffect(() => {
    const element = listRef.current
    if (!element) return
    const leaveField = (event: KeyboardEvent) => {
      const isField = event.target instanceof HTMLElement && event.target.matches('input, textarea')
      if (event.key === 'Escape' && isField && !event.defaultPrevented) findCurrentSlot()?.focus()
    }
    element.addEventListener('keydown', leaveField)
    return () => element.removeEventListener('keydown', leaveField)
  })
}

/** Runs the prompt whose field has the focus. Blurring the field first saves what was typed. */
function runFocusedPrompt(): void {
  const field = document.activeElement
  if (!(field instanceof HTMLElement)) return
  const button = field.closest('[data-prompt]')?.querySelector<HTMLElement>('[data-run]')
  if (!button) return
  field.blur()
  button.click()
  field.focus()
}
