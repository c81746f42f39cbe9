import { Modal } from 'antd'
import { useEffect, useState } from 'react'
import { dialogOf, watchFields } from './changed-fields.ts'
import { focusFirstField } from './first-field.ts'
import { returnFocus } from './return-focus.ts'

/**
 * Common behavior of all dialogs: the first field receives the focus, which returns to the opening
 * element on closing, and Escape or a click outside asks before discarding entered values.
 */
export function DialogBehavior() {
  const [dialogToDiscard, setDialogToDiscard] = useState<Element>()

  useEffect(returnFocus, [])
  useEffect(focusFirstField, [])
  useEffect(() => {
    const fields = watchFields()
    const confirmDiscard = (event: Event, dialog: Element | undefined) => {
      if (!dialog || !fields.areChanged(dialog)) return
      event.stopPropagation()
      event.preventDefault()
      setDialogToDiscard(dialog)
    }
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return
      if (!isListOpen(event.target)) confirmDiscard(event, dialogOf(event.target))
    }
    const handleClick = (event: MouseEvent) => {
      if (isOutsideDialog(event.target)) confirmDiscard(event, dialogOf(event.target))
    }
    // Capturing listeners run before those of the dialog.
    window.addEventListener('keydown', handleKey, true)
    window.addEventListener('click', handleClick, true)
    return () => {
      fields.stop()
      window.removeEventListener('keydown', handleKey, true)
      window.removeEventListener('click', handleClick, true)
    }
  }, [])

  if (!dialogToDiscard) return null
  const keepOpen = () => setDialogToDiscard(undefined)
  const discard = () => {
    keepOpen()
    close(dialogToDiscard)
  }
  return (
    <Modal
      open
      width={400}
      zIndex={1100}
      title="Discard changes?"
      okText="Discard"
      okButtonProps={{ danger: true }}
      cancelText="Keep editing"
      onOk={discard}
      onCancel={keepOpen}
    >
      Your changes have not been saved.
    </Modal>
  )
}

/** Escape then only closes the open list of a select. */
const isListOpen = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[aria-expanded="true"]') !== null

/** Whether the target is the area around a dialog. */
const isOutsideDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('.ant-modal-wrap')

/** Clicks the close button, whose handler does everything else that closing requires. */
const close = (dialog: Element): void =>
  dialog.querySelector<HTMLElement>('.ant-modal-close, .ant-drawer-close')?.click()
