const BOX = '[role="dialog"]'
const SELECT = '.ant-select'
const FIELDS = `input, textarea, ${SELECT}, [contenteditable="true"]`
/** Fields for searching, or that a select contains internally. */
const IGNORED_FIELDS = '[type="search"], [type="file"], [type="hidden"], [role="combobox"]'
/** Parts whose values survive when the dialog is opened again. */
const DRAFT_SELECTOR = '[data-keeps-drafts]'

/** Returns the dialog that contains the element, or that the element wraps. */
export function dialogOf(target: EventTarget | null): Element | undefined {
  if (!(target instanceof Element)) return undefined
  const container = target.closest(BOX)
  if (container) return container
  return target.matches('.ant-modal-wrap') ? (target.querySelector(BOX) ?? undefined) : undefined
}

type Watch = {
  /** Whether a field of the dialog differs from its initial value. */
  areChanged(dialog: Element): boolean
  stop(): void
}

const EARLY_EVENTS = ['focusin', 'pointerdown', 'keydown'] as const

/** Records the values of fields in dialogs before anybody changes them. */
export function watchFields(): Watch {
  const first = new WeakMap<Element, string>()
  const note = ({ target, type }: Event) => {
    const dialog = dialogOf(target)
    for (const field of dialog ? fieldsIn(dialog) : []) {
      if (!first.has(field) && isSettled(field, target, type)) first.set(field, currentValue(field))
    }
  }
  for (const event of EARLY_EVENTS) window.addEventListener(event, note, true)
  return {
    areChanged: (dialog) =>
      fieldsIn(dialog).some(
        (field) => first.has(field) && first.get(field) !== currentValue(field),
      ),
    stop() {
      for (const event of EARLY_EVENTS) window.removeEventListener(event, note, true)
    },
  }
}

const fieldsIn = (dialog: Element): Element[] =>
  [...dialog.querySelectorAll(FIELDS)].filter(
    (field) => !field.matches(IGNORED_FIELDS) && !field.closest(DRAFT_SELECTOR),
  )

/**
 * The text of a select changes while its options load, so its initial value is recorded on the
 * first interaction.
 */
const isSettled = (field: Element, target: EventTarget | null, type: string): boolean =>
  !field.matches(SELECT) || (type !== 'focusin' && target instanceof Node && field.contains(target))

function currentValue(field: Element): string {
  if (field instanceof HTMLTextAreaElement) return field.value
  if (!(field instanceof HTMLInputElement)) return field.textContent ?? ''
  return /^(checkbox|radio)$/.test(field.type) ? String(field.checked) : field.value
}
