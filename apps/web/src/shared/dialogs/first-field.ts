const CROSS = '.ant-modal-close, .ant-drawer-close'
const BODY = '.ant-modal-body, .ant-drawer-body'
const FIELD = 'input:not([type="hidden"]), textarea, [role="combobox"]'

/**
 * Focuses the first field of a dialog that opens, whereas the library focuses its close button. If
 * the user moves to the close button from within the dialog, the focus stays there.
 */
export function beginAtFirstField(): () => void {
  const begin = ({ target, relatedTarget: from }: FocusEvent) => {
    const dialog = target instanceof Element && target.closest('[role="dialog"]')
    if (!dialog || !(target === dialog || target.matches(CROSS))) return
    if (from instanceof Node && from !== dialog && dialog.contains(from)) return
    const fields = dialog.querySelector(BODY)?.querySelectorAll<HTMLInputElement>(FIELD) ?? []
    ;[...fields].find(isWritable)?.focus()
  }
  window.addEventListener('focusin', begin)
  return () => window.removeEventListener('focusin', begin)
}

const isWritable = (field: HTMLInputElement): boolean =>
  !field.disabled && !field.readOnly && field.type !== 'file' && (field.checkVisibility?.() ?? true)
