import { createContext, use } from 'react'
import { createStore, type Readable, useStore } from '../../../shared/store/create-store.ts'

type TableState = {
  /** Id of the prompt whose row is selected. */
  readonly selectedId: string | undefined
  /** Id of the prompt whose details are open. */
  readonly openId: string | undefined
  /** Id of the prompt whose expected value is being edited. */
  readonly editedId: string | undefined
  /** Keys of the values whose expected value is being saved. */
  readonly savingKeys: ReadonlySet<string>
}

export type TableStore = {
  readonly state: Readable<TableState>
  select(id: string | undefined): void
  /** Opens the details of a prompt, and closes those of another one. */
  open(id: string | undefined): void
  edit(id: string | undefined): void
  setSaving(key: string, isSaving: boolean): void
  /** Texts that could not be saved, by key of the value, to be offered when the value is edited again. */
  readonly unsavedTexts: Map<string, string>
}

/**
 * Creates the store of what is selected in the table. It is kept outside the components, so that a
 * key press renders only the two rows that it changes.
 */
export function createTableStore(initialId: string | undefined): TableStore {
  const state = createStore<TableState>({
    selectedId: initialId,
    openId: undefined,
    editedId: undefined,
    savingKeys: new Set(),
  })
  const change = (changes: Partial<TableState>) => state.set({ ...state.get(), ...changes })
  return {
    state,
    select(id) {
      const { selectedId, editedId } = state.get()
      if (selectedId === id) return
      change({ selectedId: id, editedId: editedId === id ? editedId : undefined })
    },
    open: (id) => change({ openId: id, editedId: undefined }),
    edit(id) {
      if (id !== undefined) change({ selectedId: id })
      change({ editedId: id })
    },
    setSaving(key, isSaving) {
      const savingKeys = new Set(state.get().savingKeys)
      if (isSaving) savingKeys.add(key)
      else savingKeys.delete(key)
      change({ savingKeys })
    },
    unsavedTexts: new Map(),
  }
}

const TableStoreContext = createContext<TableStore | undefined>(undefined)
export const TableStoreProvider = TableStoreContext.Provider

export function useTableStore(): TableStore {
  const store = use(TableStoreContext)
  if (!store) throw new Error('useTableStore needs a TableStoreProvider above it.')
  return store
}

export const useTableState = <Part>(select: (state: TableState) => Part): Part =>
  useStore(useTableStore().state, select)
