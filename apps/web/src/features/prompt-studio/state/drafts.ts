import { DRAFT_PREFIX } from '../../../shared/browser/drafts.ts'

/** A text that was typed and is not saved on the server yet. */
export type Draft = {
  readonly text: string
  /** The stored text when editing began. */
  readonly base: string
  /** Whether the server rejected it. It is then offered to the user, not sent again. */
  readonly isRefused: boolean
}

/** A draft saved by another tab within this time is assumed to be still edited there. */
const OTHER_TAB_TIMEOUT_MS = 10_000

const toStorageKey = (fieldId: string) => `${DRAFT_PREFIX}${fieldId}`

/** Saves a draft so that it survives a reload, a closed tab and the end of the session, but no sign-out. */
export function saveDraft(fieldId: string, draft: Draft): void {
  try {
    const entry = { ...draft, tab: getTabName(), at: Date.now() }
    localStorage.setItem(toStorageKey(fieldId), JSON.stringify(entry))
  } catch {
    // Storage is full or disabled: the draft lasts only as long as the page.
  }
}

export function deleteDraft(fieldId: string): void {
  try {
    localStorage.removeItem(toStorageKey(fieldId))
  } catch {
    // Storage is disabled, so there is no draft.
  }
}

/** Finds the draft left by an earlier visit, unless another tab is editing it. */
export function findDraft(fieldId: string): Draft | undefined {
  const entry = readEntry(fieldId)
  if (typeof entry !== 'object' || entry === null) return undefined
  const { text, base, isRefused, tab: owner, at: savedAt } = entry as Record<string, unknown>
  if (typeof text !== 'string' || typeof base !== 'string') return undefined
  const isOpenInAnotherTab =
    owner !== getTabName() &&
    typeof savedAt === 'number' &&
    Date.now() - savedAt < OTHER_TAB_TIMEOUT_MS
  return isOpenInAnotherTab ? undefined : { text, base, isRefused: isRefused === true }
}

function readEntry(fieldId: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(toStorageKey(fieldId)) ?? 'null')
  } catch {
    return undefined
  }
}

/** The name survives a reload of the tab. */
function getTabName(): string {
  const storedName = sessionStorage.getItem('tab')
  if (storedName) return storedName
  const name = String(Math.random())
  sessionStorage.setItem('tab', name)
  return name
}
