/** A text that was typed and is not stored yet. */
export type Draft = {
  readonly text: string
  /** What was stored when it was begun. */
  readonly base: string
  /** Whether the server has refused it: it is offered again, not sent again. */
  readonly isRefused: boolean
}

/** So long another tab is taken to be still writing what it left. */
const OTHER_TAB_MS = 10_000

const nameOf = (fieldId: string) => `studioDraft/${fieldId}`

/** Outlives a reload, a closed tab and the end of the session. */
export function keepDraft(fieldId: string, draft: Draft): void {
  try {
    const kept = { ...draft, tab: tab(), at: Date.now() }
    localStorage.setItem(nameOf(fieldId), JSON.stringify(kept))
  } catch {
    // Storage is full or switched off: what was typed lasts as long as the page.
  }
}

export function dropDraft(fieldId: string): void {
  try {
    localStorage.removeItem(nameOf(fieldId))
  } catch {
    // Nothing was kept either.
  }
}

/** What was left behind; nothing of what another tab is writing at this moment. */
export function findDraft(fieldId: string): Draft | undefined {
  const kept = read(fieldId)
  if (typeof kept !== 'object' || kept === null) return undefined
  const { text, base, isRefused, tab: owner, at } = kept as Record<string, unknown>
  if (typeof text !== 'string' || typeof base !== 'string') return undefined
  const isOthers = owner !== tab() && typeof at === 'number' && Date.now() - at < OTHER_TAB_MS
  return isOthers ? undefined : { text, base, isRefused: isRefused === true }
}

function read(fieldId: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(nameOf(fieldId)) ?? 'null')
  } catch {
    return undefined
  }
}

/** A reload keeps the name of the tab. */
function tab(): string {
  const known = sessionStorage.getItem('tab')
  if (known) return known
  const name = String(Math.random())
  sessionStorage.setItem('tab', name)
  return name
}
