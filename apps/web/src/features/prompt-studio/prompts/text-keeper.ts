import { isConflict, Refusal } from '../../../shared/api/refusal.ts'
import { createStore, type Readable } from '../../../shared/store/create-store.ts'
import { dropDraft, findDraft, keepDraft } from '../state/drafts.ts'

const REST_MS = 1_000
const TICK_MS = 3_000

export type SaveStatus = 'idle' | 'saving' | 'saved'

/** What was typed and could not be stored. */
export type Unsaved = {
  readonly text: string
  /** Why the server refused it; absent when another text was stored meanwhile. */
  readonly reason: string | undefined
}

type Kept = {
  /** What is being written; absent when nothing is. */
  readonly draft: string | undefined
  readonly unsaved: Unsaved | undefined
  readonly status: SaveStatus
}

/** What a field is at the moment. */
export type Field = {
  /** Names it among all of the installation. */
  readonly id: string
  readonly stored: string
  /** An empty text is not saved; the stored one comes back. */
  readonly isNeeded: boolean
  /** Stores the text in the place of another, and throws when that other is not stored any more. */
  save(text: string, before: string): Promise<unknown>
  /** Returns why a text was not stored, in words. */
  explain(refusal: unknown): string
  /** Called when another text is stored than the one that was known. */
  onConflict(): void
}

/** Keeps a text that is written until it is stored: here, and in the browser in case the page goes. */
export class TextKeeper {
  readonly #state
  #field: Field
  /** What was stored when the writing began. */
  #base: string
  /** What was stored before the last save: the page may not know the save yet. */
  #before: string | undefined
  /** On its way to the server. */
  #sent: string | undefined
  /** Stored, but the page does not know it yet: the field goes on to show what was typed. */
  #landed: string | undefined
  #timer: number | undefined

  constructor(field: Field) {
    this.#field = field
    this.#base = field.stored
    this.#state = createStore<Kept>({ ...leftBehind(field), status: 'idle' })
  }

  get state(): Readable<Kept> {
    return this.#state
  }

  /** The field as it is now. */
  see(field: Field): void {
    this.#field = field
    if (field.stored !== this.#base || this.#landed === undefined) return
    this.#land()
  }

  change(text: string): void {
    this.#landed = undefined
    if (this.#state.get().draft === undefined) this.#base = this.#field.stored
    this.#become({ draft: text })
    keepDraft(this.#field.id, { text, base: this.#base, isRefused: false })
    clearTimeout(this.#timer)
    this.#timer = window.setTimeout(() => this.flush(), REST_MS)
  }

  /** Saves now what has not been saved. */
  flush(): void {
    clearTimeout(this.#timer)
    const { draft: text } = this.#state.get()
    const { stored, isNeeded } = this.#field
    // What is typed while a text is on its way is sent when that one has arrived.
    if (text === undefined || this.#sent !== undefined || text === this.#landed) return
    const isWorthless = isNeeded && text.trim() === ''
    const isChanged = stored !== this.#base && stored !== this.#before
    if (text === stored || isWorthless) this.#letGo()
    else if (isChanged) this.#putAside(text, { reason: undefined, isRefused: true })
    else this.#send(text)
  }

  /** Stores what was put aside after all. */
  insist(): void {
    const { unsaved } = this.#state.get()
    if (!unsaved) return
    this.#base = this.#field.stored
    this.#become({ unsaved: undefined, draft: unsaved.text })
    this.flush()
  }

  /** Lets go of what was put aside. */
  giveUp(): void {
    dropDraft(this.#field.id)
    this.#become({ unsaved: undefined })
  }

  #send(text: string): void {
    const { save, stored } = this.#field
    const known = stored === this.#before ? this.#base : stored
    this.#sent = text
    this.#before = stored
    this.#become({ status: 'saving' })
    save(text, known).then(
      () => this.#settle(text),
      (refusal: unknown) => this.#refuse(text, refusal),
    )
  }

  /** Whatever was typed meanwhile stays. */
  #settle(text: string): void {
    this.#sent = undefined
    this.#base = text
    this.#landed = text
    if (this.#state.get().draft === text) dropDraft(this.#field.id)
    if (this.#field.stored === text) this.#land()
    this.#become({ status: 'saved' })
    this.flush()
    setTimeout(() => {
      this.#land()
      if (this.#state.get().status === 'saved') this.#become({ status: 'idle' })
    }, TICK_MS)
  }

  /** The stored text is shown from now on, which may be written a little differently. */
  #land(): void {
    const { draft } = this.#state.get()
    if (draft !== undefined && draft === this.#landed) this.#become({ draft: undefined })
    this.#landed = undefined
  }

  #refuse(text: string, refusal: unknown): void {
    this.#sent = undefined
    const isChanged = isConflict(refusal)
    if (isChanged) this.#field.onConflict()
    const reason = isChanged ? undefined : this.#field.explain(refusal)
    this.#putAside(text, { reason, isRefused: !isLost(refusal) })
  }

  #putAside(text: string, { reason, isRefused }: Aside): void {
    keepDraft(this.#field.id, { text, base: this.#base, isRefused })
    const { draft } = this.#state.get()
    this.#become({
      unsaved: { text, reason },
      status: 'idle',
      ...(draft === text && { draft: undefined }),
    })
  }

  #letGo(): void {
    dropDraft(this.#field.id)
    this.#become({ draft: undefined })
  }

  #become(changes: Partial<Kept>): void {
    this.#state.set({ ...this.#state.get(), ...changes })
  }
}

type Aside = { readonly reason: string | undefined; readonly isRefused: boolean }

/** What was typed here before the page was left, and could not be stored. */
function leftBehind({ id, stored }: Field): Pick<Kept, 'draft' | 'unsaved'> {
  const found = findDraft(id)
  if (!found || found.text === stored) return { draft: undefined, unsaved: undefined }
  const { text, base, isRefused } = found
  if (base !== stored) return { draft: undefined, unsaved: { text, reason: undefined } }
  return isRefused
    ? { draft: undefined, unsaved: { text, reason: 'It was not saved when the page was left.' } }
    : { draft: text, unsaved: undefined }
}

/** Whether it was not the text that was refused: it is sent again when the page is opened again. */
const isLost = (refusal: unknown): boolean =>
  refusal instanceof Refusal && ['signed-out', 'offline', 'cancelled'].includes(refusal.kind)
