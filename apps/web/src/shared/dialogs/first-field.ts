const CROSS = '.ant-modal-close, .ant-drawer-close'
const BODY = '.ant-modal-body, .ant-drawer-body'
const FIELD = 'input:not([type="hidden"]), textarea, [role="combobox"]'

/**
 * A dialog that opens gives the keyboard to its first field, for whoever came to write; the library gives it to the cross
 * that closes it. Who goes to the cross from within the dialog stays there.
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
