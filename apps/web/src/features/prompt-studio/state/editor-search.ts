import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

const views = ['pdf', 'raw'] as const
export type View = (typeof views)[number]

const panes = ['prompts', 'combined'] as const
export type Pane = (typeof panes)[number]

/** The part of the editor's state that a link can carry. */
export type EditorSearch = {
  readonly document: string | undefined
  readonly view: View
  readonly pane: Pane
}

const oneOf = <Name extends string>(names: readonly [Name, ...Name[]], value: unknown): Name =>
  names.find((name) => name === value) ?? names[0]

export function readEditorSearch(search: Readonly<Record<string, unknown>>): EditorSearch {
  const { document, view, pane } = search
  return {
    document: typeof document === 'string' ? document : undefined,
    view: oneOf(views, view),
    pane: oneOf(panes, pane),
  }
}

export const useEditorSearch = (): EditorSearch =>
  readEditorSearch(useSearch({ strict: false }) as Readonly<Record<string, unknown>>)

/** Changes a part of the address, without a new step in the browser's history. */
export function useChangeEditorSearch(): (changes: Partial<EditorSearch>) => void {
  const navigate = useNavigate()
  return useCallback(
    (changes) => {
      const search = (old: Readonly<Record<string, unknown>>) => ({ ...old, ...changes })
      void navigate({ to: '.', search: search as never, replace: true })
    },
    [navigate],
  )
}
