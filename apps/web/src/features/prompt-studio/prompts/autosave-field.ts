import { isConflict, Refusal } from '../../../shared/api/refusal.ts'
import { createStore, type Readable } from '../../../shared/store/create-store.ts'
import { deleteDraft, findDraft, saveDraft } from '../state/drafts.ts'

/** Delay between the last keystroke and the save. */
const SAVE_DELAY_MS = 1_000
/** Time during which the field shows “Saved”. */
const SAVED_TICK_MS = 3_000

export type SaveStatus = 'idle' | 'saving' | 'saved'

/** A typed text that could not be stored. */
export type UnsavedDraft = {
  readonly text: string
  /** The server's reason; `undefined` if the stored text was changed by another user. */
  readonly reason: string | undefined
  /** Whether it could not be sent, so that it is sent again once the browser is online. */
  readonly isUnsent?: boolean
}

type AutosaveState = {
  /** The text being edited; `undefined` while the stored text is shown. */
  readonly draft: string | undefined
  readonly unsavedDraft: UnsavedDraft | undefined
  readonly status: SaveStatus
}

export type AutosaveOptions = {
  /** Identifies the field, unique within the installation. */
  readonly id: string
  /** The stored text as the page currently knows it. */
  readonly storedText: string
  /** Whether an empty text is discarded in favor of the stored one. */
  readonly isRequired: boolean
  /** Stores a text if `expectedText` is still what is stored, otherwise throws a conflict. */
  save(text: string, expectedText: string): Promise<unknown>
  /** Returns the reason for a failed save in words. */
  explain(error: unknown): string
  /** Called when the stored text is not the one that the page knows. */
  onConflict(): void
}

type Rejection = {
  readonly reason: string | undefined
  /** Whether the text itself was rejected, so that sending it again is up to the user. */
  readonly isRefused: boolean
}

/**
 * Saves the text of one field automatically. While a text is edited, a draft of it is also stored in the
 * browser. The field is always in one of these states:
 *
 * - Clean: there is no draft; the field shows the stored text.
 * - Editing: `state.draft` was typed on top of `#baseText`. It is saved by `flush`: after a pause in
 *   typing, or when the field loses focus.
 * - Saving: `#pendingText` is on its way to the server. What is typed now is saved after that.
 * - Acknowledged: the server has stored `#acknowledgedText`, but `options.storedText` may still be the old
 *   one. The draft stays visible until the page knows the new text, at most for `SAVED_TICK_MS`.
 * - Unsaved: the server rejected `state.unsavedDraft`, or another user has changed the stored text. The field
 *   shows the stored text, and the user decides: `overwrite` saves the text again, `discard` drops it.
 *   Typing on starts a new draft.
 */
export class AutosaveField {
  readonly #state
  #options: AutosaveOptions
  /** The stored text on which the draft is based. */
  #baseText: string
  /** Texts that saves of this field replaced. The page may still show one of them as stored. */
  readonly #replacedTexts = new Set<string>()
  #pendingText: string | undefined
  #acknowledgedText: string | undefined
  #timer: number | undefined

  constructor(options: AutosaveOptions) {
    this.#options = options
    this.#baseText = options.storedText
    this.#state = createStore<AutosaveState>({ ...restoreDraft(options), status: 'idle' })
  }

  get state(): Readable<AutosaveState> {
    return this.#state
  }

  /** The text on the server, which the page may not know yet after a save of this field. */
  get #serverText(): string {
    const { storedText } = this.#options
    return this.#replacedTexts.has(storedText) ? this.#baseText : storedText
  }

  /** Passes the options of the current render. */
  update(options: AutosaveOptions): void {
    this.#options = options
    if (options.storedText !== this.#baseText) return
    this.#replacedTexts.clear()
    if (this.#acknowledgedText !== undefined) this.#showStoredText()
  }

  change(text: string): void {
    this.#acknowledgedText = undefined
    if (this.#state.get().draft === undefined) this.#baseText = this.#options.storedText
    this.#setState({ draft: text })
    saveDraft(this.#options.id, { text, base: this.#baseText, isRefused: false })
    clearTimeout(this.#timer)
    this.#timer = window.setTimeout(() => this.flush(), SAVE_DELAY_MS)
  }

  /** Saves pending changes immediately. */
  flush(): void {
    clearTimeout(this.#timer)
    const { draft: text } = this.#state.get()
    // A pending save flushes again when it ends: see `#acknowledge`.
    if (text === undefined || this.#pendingText !== undefined || text === this.#acknowledgedText) {
      return
    }
    const isInvalid = this.#options.isRequired && text.trim() === ''
    if (isInvalid) this.#discardDraft()
    else if (text === this.#serverText) this.#markStored(text)
    else if (this.#serverText !== this.#baseText)
      this.#moveToUnsaved(text, { reason: undefined, isRefused: true })
    else this.#save(text)
  }

  /** Saves the unsaved text over the stored one. */
  overwrite(): void {
    const { unsavedDraft } = this.#state.get()
    if (!unsavedDraft) return
    this.#baseText = this.#options.storedText
    this.#setState({ unsavedDraft: undefined, draft: unsavedDraft.text })
    this.flush()
  }

  /** Saves a text again that could not be sent, as without a network; nobody has refused it. */
  retry(): void {
    const { unsavedDraft, draft } = this.#state.get()
    if (!unsavedDraft?.isUnsent || draft !== undefined) return
    this.#setState({ unsavedDraft: undefined, draft: unsavedDraft.text })
    this.flush()
  }

  /** Discards the unsaved text. */
  discard(): void {
    deleteDraft(this.#options.id)
    this.#setState({ unsavedDraft: undefined })
  }

  #save(text: string): void {
    this.#pendingText = text
    this.#setState({ status: 'saving' })
    this.#options.save(text, this.#baseText).then(
      () => this.#acknowledge(text),
      (error: unknown) => this.#handleFailure(text, error),
    )
  }

  /** The server has stored the text. A newer draft stays and is saved next. */
  #acknowledge(text: string): void {
    this.#pendingText = undefined
    this.#replacedTexts.add(this.#baseText)
    this.#markStored(text)
    this.#setState({ status: 'saved' })
    this.flush()
    setTimeout(() => {
      this.#showStoredText()
      if (this.#state.get().status === 'saved') this.#setState({ status: 'idle' })
    }, SAVED_TICK_MS)
  }

  /** Records that the server has this text. A draft of it stays visible until the page knows it too. */
  #markStored(text: string): void {
    this.#baseText = text
    this.#acknowledgedText = text
    if (this.#state.get().draft === text) deleteDraft(this.#options.id)
    if (this.#options.storedText === text) this.#showStoredText()
  }

  /** Shows the stored text, which the server may have normalized, instead of the acknowledged draft. */
  #showStoredText(): void {
    const { draft } = this.#state.get()
    if (draft !== undefined && draft === this.#acknowledgedText)
      this.#setState({ draft: undefined })
    this.#acknowledgedText = undefined
  }

  #handleFailure(text: string, error: unknown): void {
    this.#pendingText = undefined
    const hasConflict = isConflict(error)
    if (hasConflict) this.#options.onConflict()
    const reason = hasConflict ? undefined : this.#options.explain(error)
    this.#moveToUnsaved(text, { reason, isRefused: !isRetriable(error) })
  }

  /** Retains the text until the user decides. Text typed after it stays the draft. */
  #moveToUnsaved(text: string, { reason, isRefused }: Rejection): void {
    saveDraft(this.#options.id, { text, base: this.#baseText, isRefused })
    const { draft } = this.#state.get()
    this.#setState({
      unsavedDraft: { text, reason, isUnsent: !isRefused },
      status: 'idle',
      draft: draft === text ? undefined : draft,
    })
  }

  #discardDraft(): void {
    deleteDraft(this.#options.id)
    this.#setState({ draft: undefined })
  }

  #setState(changes: Partial<AutosaveState>): void {
    this.#state.set({ ...this.#state.get(), ...changes })
  }
}

/** Finds the draft that an earlier visit left in the browser, if it was not saved. */
function restoreDraft({
  id,
  storedText,
}: AutosaveOptions): Pick<AutosaveState, 'draft' | 'unsavedDraft'> {
  const savedDraft = findDraft(id)
  if (!savedDraft || savedDraft.text === storedText)
    return { draft: undefined, unsavedDraft: undefined }
  const { text, base, isRefused } = savedDraft
  if (base !== storedText) return { draft: undefined, unsavedDraft: { text, reason: undefined } }
  return isRefused
    ? {
        draft: undefined,
        unsavedDraft: { text, reason: 'This change was not saved before you left the page.' },
      }
    : { draft: text, unsavedDraft: undefined }
}

/** Whether the request failed, not the text: the draft is then sent again when the page is opened. */
const isRetriable = (error: unknown): boolean =>
  error instanceof Refusal && ['signed-out', 'offline', 'cancelled'].includes(error.kind)
