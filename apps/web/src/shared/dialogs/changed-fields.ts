const BOX = '[role="dialog"]'
const SELECT = '.ant-select'
const FIELDS = `input, textarea, ${SELECT}, [contenteditable="true"]`
/** Fields that are typed into to find something, or that a select brings along. */
const NOT_ENTERED = '[type="search"], [type="file"], [type="hidden"], [role="combobox"]'
/** What is entered here is still there when the dialog is opened again. */
const KEPT = '[data-keeps-drafts]'

/** The dialog around an element, or the one that lies in it. */
export function dialogOf(target: EventTarget | null): Element | undefined {
  if (!(target instanceof Element)) return undefined
  const around = target.closest(BOX)
  if (around) return around
  return target.matches('.ant-modal-wrap') ? (target.querySelector(BOX) ?? undefined) : undefined
}

type Watch = {
  /** Whether a field of the dialog has another value than when it was first seen. */
  areChanged(dialog: Element): boolean
  stop(): void
}

const EARLY = ['focusin', 'pointerdown', 'keydown'] as const

/** Notes what the fields of dialogs hold before anybody changes them. */
export function watchFields(): Watch {
  const first = new WeakMap<Element, string>()
  const note = ({ target, type }: Event) => {
    const dialog = dialogOf(target)
    for (const field of dialog ? fieldsIn(dialog) : []) {
      if (!first.has(field) && isSettled(field, target, type)) first.set(field, held(field))
    }
  }
  for (const event of EARLY) window.addEventListener(event, note, true)
  return {
    areChanged: (dialog) =>
      fieldsIn(dialog).some((field) => first.has(field) && first.get(field) !== held(field)),
    stop() {
      for (const event of EARLY) window.removeEventListener(event, note, true)
    },
  }
}

const fieldsIn = (dialog: Element): Element[] =>
  [...dialog.querySelectorAll(FIELDS)].filter(
    (field) => !field.matches(NOT_ENTERED) && !field.closest(KEPT),
  )

/** What a select shows changes by itself while its choices are still loaded, so it counts from when a hand is laid on it. */
const isSettled = (field: Element, target: EventTarget | null, type: string): boolean =>
  !field.matches(SELECT) || (type !== 'focusin' && target instanceof Node && field.contains(target))

function held(field: Element): string {
  if (field instanceof HTMLTextAreaElement) return field.value
  if (!(field instanceof HTMLInputElement)) return field.textContent ?? ''
  return /^(checkbox|radio)$/.test(field.type) ? String(field.checked) : field.value
}
