const CLOSE_BUTTON_SELECTOR = '.ant-modal-close, .ant-drawer-close'
const BODY_SELECTOR = '.ant-modal-body, .ant-drawer-body'
const FIELD = 'input:not([type="hidden"]), textarea, [role="combobox"]'

/**
 * Focuses the first field of a dialog that opens, whereas the library focuses its close button. If
 * the user moves to the close button from within the dialog, the focus stays there.
 */
export function focusFirstField(): () => void {
  const focusFirst = ({ target, relatedTarget: from }: FocusEvent) => {
    const dialog = target instanceof Element && target.closest('[role="dialog"]')
    if (!dialog || !(target === dialog || target.matches(CLOSE_BUTTON_SELECTOR))) return
    if (from instanceof Node && from !== dialog && dialog.contains(from)) return
    const fields =
      dialog.querySelector(BODY_SELECTOR)?.querySelectorAll<HTMLInputElement>(FIELD) ?? []
    ;[...fields].find(isWritable)?.focus()
  }
  window.addEventListener('focusin', focusFirst)
  return () => window.removeEventListener('focusin', focusFirst)
}

const isWritable = (field: HTMLInputElement): boolean =>
  !field.disabled && !field.readOnly && field.type !== 'file' && (field.checkVisibility?.() ?? true)
