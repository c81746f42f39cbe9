import { Modal } from 'antd'
import { useEffect, useState } from 'react'
import { dialogOf, watchFields } from './changed-fields.ts'
import { beginAtFirstField } from './first-field.ts'
import { returnFocus } from './return-focus.ts'

/**
 * What every dialog does, whoever wrote it: the keyboard begins at its first field and goes back to what opened it, and Escape or a click beside
 * it does not throw away what was typed into it without asking.
 */
export function DialogManners() {
  const [asked, setAsked] = useState<Element>()

  useEffect(returnFocus, [])
  useEffect(beginAtFirstField, [])
  useEffect(() => {
    const fields = watchFields()
    const ask = (event: Event, dialog: Element | undefined) => {
      if (!dialog || !fields.areChanged(dialog)) return
      event.stopPropagation()
      event.preventDefault()
      setAsked(dialog)
    }
    const hearKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return
      if (!isListOpen(event.target)) ask(event, dialogOf(event.target))
    }
    const hearClick = (event: MouseEvent) => {
      if (isBeside(event.target)) ask(event, dialogOf(event.target))
    }
    // Before the dialog itself hears of it.
    window.addEventListener('keydown', hearKey, true)
    window.addEventListener('click', hearClick, true)
    return () => {
      fields.stop()
      window.removeEventListener('keydown', hearKey, true)
      window.removeEventListener('click', hearClick, true)
    }
  }, [])

  if (!asked) return null
  const keep = () => setAsked(undefined)
  const discard = () => {
    keep()
    close(asked)
  }
  return (
    <Modal
      open
      width={400}
      zIndex={1100}
      title="Discard what you entered?"
      okText="Discard"
      okButtonProps={{ danger: true }}
      cancelText="Keep editing"
      onOk={discard}
      onCancel={keep}
    >
      It has not been saved.
    </Modal>
  )
}

/** The key belongs to the list of a select that is open, which it closes. */
const isListOpen = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[aria-expanded="true"]') !== null

/** What lies around the box of a dialog. */
const isBeside = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('.ant-modal-wrap')

/** By its own cross, which knows what else is to be done then. */
const close = (dialog: Element): void =>
  dialog.querySelector<HTMLElement>('.ant-modal-close, .ant-drawer-close')?.click()
